#include "client/calls/call.h"

#include "base/guid.h"
#include "base/random.h"
#include "client/calls/proxy.h"
#include "client/calls/transaction_request.h"
#include "client/values/entity_text.h"

#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <optional>
#include <stop_token>
#include <utility>

namespace rowhouse::tables {
namespace {

using std::chrono::steady_clock;

// When an attempt that begins at `begin` has to end by its timeout.
steady_clock::time_point EndByTimeout(steady_clock::time_point begin,
                                      std::chrono::milliseconds timeout) {
  // "For ever" is often spelled as the longest duration, which no clock can count up to.
  constexpr std::chrono::hours longest{24 * 365 * 10};
  return begin + std::min<std::chrono::milliseconds>(timeout, longest);
}

std::string HeaderOr(const SendResult& result, std::string_view name) {
  const std::string* const value =
      result.response ? FindHeader(result.response->headers, name) : nullptr;
  return value == nullptr ? std::string() : *value;
}

std::exception_ptr MakeError(ErrorInfo info) {
  if (info.kind == ErrorKind::kOutcomeUnknown) {
    return std::make_exception_ptr(OutcomeUnknownError(std::move(info)));
  }
  return std::make_exception_ptr(TableError(std::move(info)));
}

// A wait that ends by time, by cancellation or by giving up, whichever comes first; then `action` runs once.
class Pause : public std::enable_shared_from_this<Pause> {
 public:
  static void Begin(steady_clock::time_point until, const std::stop_token& cancellation,
                    const std::stop_token& give_up, std::function<void()> action) {
    auto pause = std::make_shared<Pause>();
    pause->action_ = std::move(action);
    pause->alarm_ = RunAt(until, [pause] { pause->End(); });
    pause->on_cancel_.emplace(cancellation, [pause] { pause->End(); });
    pause->on_give_up_.emplace(give_up, [pause] { pause->End(); });
    pause->Ready();
  }

 private:
  // The action waits for all ways of ending to be set up: nothing is taken down half built.
  void Ready() {
    if (gate_.exchange(kReady) == kEnded) Run();
  }
  void End() {
    if (ended_.exchange(true)) return;
    if (gate_.exchange(kEnded) == kReady) Run();
  }
  void Run() {
    const auto self = shared_from_this();  // all ways of ending hold it, and go here
    alarm_.reset();
    on_cancel_.reset();
    on_give_up_.reset();
    std::exchange(action_, nullptr)();
  }

  static constexpr int kBuilding = 0;
  static constexpr int kReady = 1;
  static constexpr int kEnded = 2;

  std::atomic<int> gate_{kBuilding};
  std::atomic<bool> ended_{false};
  std::function<void()> action_;
  std::shared_ptr<Alarm> alarm_;
  std::optional<std::stop_callback<std::function<void()>>> on_cancel_;
  std::optional<std::stop_callback<std::function<void()>>> on_give_up_;
};

}  // namespace

Call::Call(std::shared_ptr<const Connection> connection, std::shared_ptr<Transport> transport,
           CallSpec spec, const CallOptions& options, std::function<void(Connection::Outcome)> done)
    : connection_(std::move(connection)),
      transport_(std::move(transport)),
      spec_(std::move(spec)),
      policy_(options.retry.value_or(connection_->Options().retry)),
      cancellation_(options.cancellation),
      client_request_id_(options.client_request_id.empty() ? NewGuid() : options.client_request_id),
      timeout_(options.timeout.value_or(connection_->Options().timeout)),
      first_begun_(steady_clock::now()),
      last_(options.deadline.value_or(steady_clock::time_point::max())),
      deadline_(std::min(EndByTimeout(first_begun_, timeout_), last_)),
      done_(std::move(done)) {}

void Call::Begin(std::string token) {
  token_ = std::move(token);
  Attempt();
}

void Call::Fail(std::string reason) {
  SendFailure failure{
      .kind = SendFailure::Kind::kNotSent, .sent = false, .text = std::move(reason)};
  Pause::Begin(steady_clock::now(), {}, {},
               [self = shared_from_this(), result = SendResult{.failure = std::move(failure)}] {
                 self->Finish(MakeError(self->Describe(result, ErrorKind::kNotSent)));
               });
}

void Call::Attempt() {
  const bool given_up = state_.attempts > 0 && policy_.give_up.stop_requested();
  const bool cancelled = given_up || cancellation_.stop_requested();
  if (cancelled || steady_clock::now() >= deadline_) {
    SendFailure failure{
        .kind = cancelled ? SendFailure::Kind::kCancelled : SendFailure::Kind::kTimedOut,
        .sent = false,
        .text = "nothing more was sent"};
    Ended({.failure = std::move(failure)});
    return;
  }
  ++state_.attempts;
  begun_ = steady_clock::now();
  transport_->Send(
      connection_->Sign(spec_, client_request_id_, token_), deadline_, cancellation_,
      [self = shared_from_this()](SendResult result) { self->Ended(std::move(result)); });
}

AttemptEnd Call::EndOf(const SendResult& result, std::string_view code) const {
  if (!result.response) return {.failure = result.failure->kind, .sent = result.failure->sent};
  return {.status = result.response->status,
          .code = code,
          .retry_after = RetryAfterOf(result.response->headers, std::chrono::system_clock::now()),
          .refused_inside = state_.maybe_done && IsRefusedTransaction(*result.response)};
}

RetryVerdict Call::Decide(const AttemptEnd& end) {
  const auto now = steady_clock::now();
  state_.patient = connection_->HasAnswered() && now - first_begun_ < policy_.patience;
  const RetryVerdict verdict =
      DecideRetry(end, spec_.safety, spec_.gone_is_done, policy_, RandomFraction(), state_);
  if (verdict.kind != RetryVerdict::Kind::kRepeat) return verdict;
  if (state_.patient && now + verdict.delay - first_begun_ < policy_.patience) {
    deadline_ = std::min(EndByTimeout(now + verdict.delay, timeout_), last_);
  }
  if (now + verdict.delay < deadline_ && !policy_.give_up.stop_requested()) return verdict;
  // Waiting would outlast the deadline: the caller learns at once what came.
  const bool in_doubt = state_.maybe_done && spec_.safety != Safety::kRead;
  return {.kind = RetryVerdict::Kind::kFail,
          .error = in_doubt       ? ErrorKind::kOutcomeUnknown
                   : !end.failure ? ErrorKind::kService
                                  : ErrorKind::kDeadline};
}

void Call::Ended(SendResult result) {
  std::string code;
  if (result.response) {
    connection_->NoteAnswer();
    if (result.response->status >= 400) code = ReadError(result.response->body).code;
  }
  const AttemptEnd end = EndOf(result, code);
  const RetryVerdict verdict = Decide(end);
  const bool repeats = verdict.kind == RetryVerdict::Kind::kRepeat;
  Report(result, repeats ? std::optional(verdict.delay) : std::nullopt);
  if (repeats) {
    if (spec_.on_busy && IsUnbegun(end)) spec_.on_busy();
    return Wait(verdict.delay);
  }
  const bool done_before = verdict.kind == RetryVerdict::Kind::kCountAsDone;
  if (verdict.kind == RetryVerdict::Kind::kFail || (end.status >= 400 && !done_before)) {
    return Finish(MakeError(Describe(result, verdict.error)));
  }
  ErrorInfo info = Describe(result, ErrorKind::kMalformedAnswer);
  Finish(Answer{.response = *std::move(result.response),
                .done_before = done_before,
                .info = std::move(info)});
}

void Call::Wait(std::chrono::milliseconds delay) {
  Pause::Begin(steady_clock::now() + delay, cancellation_, policy_.give_up,
               [self = shared_from_this()] { self->Attempt(); });
}

void Call::Report(const SendResult& result,
                  std::optional<std::chrono::milliseconds> repeated_in) const {
  const auto& observer = connection_->Options().observer;
  if (!observer) return;
  observer({.method = spec_.method,
            .path = connection_->Address().primary.base_path + spec_.path,
            .attempt = state_.attempts,
            .status = result.response ? result.response->status : 0,
            .request_id = HeaderOr(result, "x-ms-request-id"),
            .client_request_id = client_request_id_,
            .failure = result.failure ? result.failure->text : std::string(),
            .elapsed =
                std::chrono::duration_cast<std::chrono::microseconds>(steady_clock::now() - begun_),
            .repeated_in = repeated_in});
}

ErrorInfo Call::Describe(const SendResult& result, ErrorKind kind) const {
  ErrorInfo info{.kind = kind};
  info.client_request_id = client_request_id_;
  const Endpoint& endpoint =
      spec_.secondary ? connection_->Address().secondary : connection_->Address().primary;
  info.origin = endpoint.origin;
  info.request = fmt::format("{} {}{}", spec_.method, endpoint.base_path, spec_.path);
  info.attempts = state_.attempts;
  info.request_id = HeaderOr(result, "x-ms-request-id");
  if (!result.response) {
    info.message = result.failure->text;
    return info;
  }
  info.status = result.response->status;
  if (info.status >= 400) {
    ErrorText text = ReadError(result.response->body);
    info.code = std::move(text.code);
    info.message = std::move(text.message);
    if (info.code.empty()) info.code = HeaderOr(result, "x-ms-error-code");
    if (info.status == 407) info.message = kProxyWantsCredentials;
  } else if (kind != ErrorKind::kMalformedAnswer && info.status != 202) {
    info.message =
        "not the answer of a Table service; is the endpoint right, and is there a proxy?";
  }
  return info;
}

void Call::Finish(Connection::Outcome outcome) {
  const auto done = std::exchange(done_, nullptr);
  done(std::move(outcome));
}

}  // namespace rowhouse::tables
