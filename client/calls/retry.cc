#include "client/calls/retry.h"

#include "base/date_time.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace rowhouse::tables {
namespace {

using std::chrono::milliseconds;

// The service did not begin the request. (The cloud answers a timeout with 500 or 503.)
bool IsRefusedUnbegun(const AttemptEnd& end) {
  return end.status == 429 || (end.status == 503 && end.code != "OperationTimedOut");
}

// The service began, and does not say how it ended.
bool IsInDoubt(const AttemptEnd& end) {
  return end.status == 408 || end.status == 500 || end.status == 502 || end.status == 504 ||
         (end.status == 503 && !IsRefusedUnbegun(end));
}

milliseconds Delay(const RetryPolicy& policy, int attempts, double random,
                   std::optional<milliseconds> retry_after) {
  const double doubled =
      static_cast<double>(policy.delay_first.count()) * std::exp2(std::max(0, attempts - 1));
  const double bounded = std::min(doubled, static_cast<double>(policy.delay_max.count()));
  const double jitter = std::clamp(policy.jitter, 0.0, 1.0);
  const milliseconds delay(static_cast<std::int64_t>(bounded * (1 - jitter * random)));
  return std::max(delay, retry_after.value_or(milliseconds(0)));
}

RetryVerdict Fail(ErrorKind error) { return {.kind = RetryVerdict::Kind::kFail, .error = error}; }

// The kind of error for a request that may or may not have been carried out.
ErrorKind KindOf(ErrorKind certain, Safety safety, const RetryState& state) {
  return state.maybe_done && safety != Safety::kRead ? ErrorKind::kOutcomeUnknown : certain;
}

// The service redirects nobody, and answers no write with 200: what does is a proxy or another
// server, which has not done what was asked or does not say so.
RetryVerdict DecideAfterSuccess(const AttemptEnd& end, Safety safety, const RetryState& state) {
  if (end.status < 200 || (end.status >= 300 && end.status < 400)) {
    return Fail(KindOf(ErrorKind::kService, safety, state));
  }
  if (end.status == 200 && safety != Safety::kRead) return Fail(ErrorKind::kOutcomeUnknown);
  return {};
}

RetryVerdict DecideAfterAnswer(const AttemptEnd& end, Safety safety, bool gone_is_done,
                               const RetryPolicy& policy, double random, RetryState& state) {
  const bool was_maybe_done = state.maybe_done;
  const bool in_doubt = IsInDoubt(end);
  if (in_doubt) state.maybe_done = true;
  if (IsRefusedUnbegun(end) || (in_doubt && safety != Safety::kOnce)) {
    const bool is_patient = state.patient && IsRefusedUnbegun(end);
    if (state.attempts < policy.attempts_max || is_patient) {
      return {.kind = RetryVerdict::Kind::kRepeat,
              .delay = Delay(policy, state.attempts, random, end.retry_after)};
    }
    return state.maybe_done && safety != Safety::kRead ? Fail(ErrorKind::kOutcomeUnknown)
                                                       : RetryVerdict{};
  }
  if (in_doubt) return Fail(ErrorKind::kOutcomeUnknown);
  if (was_maybe_done && gone_is_done && end.status == 404) {
    return {.kind = RetryVerdict::Kind::kCountAsDone};
  }
  // A conflict may be with the call's own first attempt.
  const bool is_conflict =
      end.status == 404 || end.status == 409 || end.status == 412 || end.refused_inside;
  if (was_maybe_done && safety == Safety::kOnce && is_conflict) {
    return Fail(ErrorKind::kOutcomeUnknown);
  }
  return DecideAfterSuccess(end, safety, state);
}

}  // namespace

bool IsUnbegun(const AttemptEnd& end) {
  return end.failure ? *end.failure == SendFailure::Kind::kNotSent : IsRefusedUnbegun(end);
}

RetryVerdict DecideRetry(const AttemptEnd& end, Safety safety, bool gone_is_done,
                         const RetryPolicy& policy, double random, RetryState& state) {
  if (!end.failure) return DecideAfterAnswer(end, safety, gone_is_done, policy, random, state);
  if (end.sent) state.maybe_done = true;
  switch (*end.failure) {
    case SendFailure::Kind::kCancelled:
      return Fail(KindOf(ErrorKind::kCancelled, safety, state));
    case SendFailure::Kind::kTimedOut:
      return Fail(KindOf(ErrorKind::kDeadline, safety, state));
    case SendFailure::Kind::kStale:
      if (!state.stale_repeated) {
        state.stale_repeated = true;
        return {.kind = RetryVerdict::Kind::kRepeat};
      }
      break;
    case SendFailure::Kind::kNotSent:
    case SendFailure::Kind::kLost:
      break;
  }
  const bool may_repeat = safety != Safety::kOnce || !end.sent;
  if (may_repeat && (state.attempts < policy.attempts_max || state.patient)) {
    return {.kind = RetryVerdict::Kind::kRepeat,
            .delay = Delay(policy, state.attempts, random, end.retry_after)};
  }
  if (!end.sent) return Fail(KindOf(ErrorKind::kNotSent, safety, state));
  return Fail(safety == Safety::kRead ? ErrorKind::kAnswerLost : ErrorKind::kOutcomeUnknown);
}

std::optional<milliseconds> RetryAfterOf(const Headers& headers,
                                         std::chrono::system_clock::time_point now) {
  const auto number = [](const std::string& text) -> std::optional<std::int64_t> {
    std::int64_t value = 0;
    const char* const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, value);
    if (error != std::errc() || end != last || value < 0 || value > 86'400'000) return std::nullopt;
    return value;
  };
  for (const std::string_view name : {"retry-after-ms", "x-ms-retry-after-ms"}) {
    const std::string* const text = FindHeader(headers, name);
    const auto value = text != nullptr ? number(*text) : std::nullopt;
    if (value) return milliseconds(*value);
  }
  const std::string* const text = FindHeader(headers, "Retry-After");
  if (text == nullptr) return std::nullopt;
  if (const auto value = number(*text)) return std::chrono::seconds(*value);
  const auto date = ParseHttpDate(*text);
  if (!date) return std::nullopt;
  return std::max(milliseconds(0), std::chrono::duration_cast<milliseconds>(*date - now));
}

}  // namespace rowhouse::tables
