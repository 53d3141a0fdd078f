#include "bench/load_driver/runner.h"

#include "bench/load_driver/connection.h"
#include "bench/load_driver/session.h"
#include "bench/load_driver/set_up.h"
#include "bench/load_driver/tally.h"

#include <algorithm>
#include <boost/asio/steady_timer.hpp>
#include <fmt/core.h>
#include <fmt/format.h>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

namespace rowhouse::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kConnectionErrorsMax = 20;  // in a row, until a lane gives up
constexpr std::chrono::milliseconds kRetryPause{50};

// Hands out the operations of a run, to whichever connection is free.
class Quota {
 public:
  explicit Quota(std::uint64_t operations) : left_(operations) {}
  bool Take() { return left_ > 0 && left_-- > 0; }

 private:
  std::uint64_t left_;
};

// One connection's part of a run.
class Lane {
 public:
  Lane(const RunOptions& options, Tally& tally, Quota& quota, Session& session,
       const boost::asio::ip::tcp::endpoint& server, std::uint64_t number)
      : options_(options),
        tally_(tally),
        quota_(quota),
        connection_(session.Io(), server),
        pause_(session.Io()),
        source_(options.work, options.endpoint, number, options.connections) {}

  // `on_connected` is called once, also when it failed: the first operation tries again.
  void Connect(std::function<void()> on_connected) { connection_.Open(std::move(on_connected)); }
  // `on_end` is called once, when this lane has nothing in flight and will do nothing further.
  void Start(std::function<void()> on_end) {
    on_end_ = std::move(on_end);
    BeginOperation();
  }
  void Stop() {
    stopped_ = true;
    connection_.Close();
    pause_.cancel();
  }

  const std::string& LastError() const { return last_error_; }

 private:
  void BeginOperation();
  void Send(const Call& call);
  void OnAnswer(const tl::expected<Answer, std::string>& answer);
  void OnConnectionError(const std::string& error);
  void CountError(const std::string& kind, std::string detail);

  const RunOptions& options_;
  Tally& tally_;
  Quota& quota_;
  Connection connection_;
  boost::asio::steady_timer pause_;
  OperationSource source_;
  std::function<void()> on_end_;
  bool stopped_ = false;
  int connection_errors_ = 0;  // in a row
  std::string last_error_;
  Clock::time_point began_;  // the operation in progress
};

void Lane::BeginOperation() {
  const auto now = Clock::now();
  if (stopped_ || !tally_.Advance(now) || !quota_.Take()) return on_end_();
  began_ = now;
  Send(source_.Begin());
}

void Lane::Send(const Call& call) {
  connection_.Send(
      RequestText(options_.endpoint, options_.credential, call, std::chrono::system_clock::now()),
      [this](const tl::expected<Answer, std::string>& answer) { OnAnswer(answer); });
}

void Lane::OnAnswer(const tl::expected<Answer, std::string>& answer) {
  if (stopped_) return on_end_();
  if (!answer) return OnConnectionError(answer.error());
  connection_errors_ = 0;
  switch (source_.CheckAnswer(*answer)) {
    case OperationSource::Verdict::kContinue:
      return Send(source_.Next());
    case OperationSource::Verdict::kDone:
      tally_.Completed(began_, Clock::now(), source_.Done());
      break;
    case OperationSource::Verdict::kWrong:
      CountError(answer->status < 300 ? "wrong-answer" : std::to_string(answer->status),
                 fmt::format("status {}: {}", answer->status, answer->body.substr(0, 500)));
      break;
  }
  BeginOperation();
}

void Lane::OnConnectionError(const std::string& error) {
  CountError("connection", error);
  if (++connection_errors_ >= kConnectionErrorsMax) return on_end_();
  pause_.expires_after(kRetryPause);
  pause_.async_wait([this](const boost::system::error_code&) { BeginOperation(); });
}

void Lane::CountError(const std::string& kind, std::string detail) {
  last_error_ = std::move(detail);
  tally_.Failed(Clock::now(), kind);
}

Tally::Rules RulesOf(const RunOptions& options, Clock::time_point begin) {
  Tally::Rules rules{.length = options.measure,
                     .enough = EnoughOperations(options.connections),
                     .latest_end = begin + options.cap};
  if (options.work.workload == Workload::kCreate) rules.total = options.work.table.rows;
  return rules;
}

// A run from its connections to its result. Everything happens on the session's one thread.
class Running {
 public:
  explicit Running(const RunOptions& options)
      : options_(options),
        quota_(options.work.workload == Workload::kCreate
                   ? options.work.table.rows
                   : std::numeric_limits<std::uint64_t>::max()),
        meter_(options.server_pid),
        tally_(
            {.workload = options.work.workload,
             .table = options.work.table,
             .connections = options.connections},
            RulesOf(options, Clock::now()), [this] { meter_.Begin(); }, [this] { meter_.End(); }),
        clock_(session_.Io()) {}

  tl::expected<RunResult, std::string> Run();

 private:
  void BeginAll();
  void WatchWindow();
  void EndLane();
  void StopAll();
  std::string AnError() const;

  const RunOptions& options_;
  Quota quota_;
  UsageMeter meter_;
  Tally tally_;
  Session session_;
  boost::asio::steady_timer clock_;  // until the window opens, then until it ends
  std::vector<std::unique_ptr<Lane>> lanes_;
  std::size_t connecting_ = 0;
  std::size_t active_ = 0;
};

void Running::BeginAll() {
  const bool warms_up = options_.work.workload != Workload::kCreate;
  if (!warms_up) tally_.Open(Clock::now());
  active_ = lanes_.size();
  for (const auto& lane : lanes_) lane->Start([this] { EndLane(); });
  if (!warms_up || active_ == 0) return;
  clock_.expires_after(options_.warm_up);
  clock_.async_wait([this](const boost::system::error_code& error) {
    if (error) return;
    tally_.Open(Clock::now());
    WatchWindow();
  });
}

// Closes the window on time also when no operation ends then.
void Running::WatchWindow() {
  clock_.expires_at(tally_.End() + std::chrono::nanoseconds(1));
  clock_.async_wait([this](const boost::system::error_code& error) {
    if (!error && tally_.IsOpen() && tally_.Advance(Clock::now())) WatchWindow();
  });
}

void Running::EndLane() {
  if (--active_ > 0) return;
  clock_.cancel();
  session_.Finish();
}

void Running::StopAll() {
  tally_.Advance(Clock::now());
  clock_.cancel();
  for (const auto& lane : lanes_) lane->Stop();
}

// One lane's last error, empty when all went well.
std::string Running::AnError() const {
  const auto failed = std::find_if(lanes_.begin(), lanes_.end(),
                                   [](const auto& lane) { return !lane->LastError().empty(); });
  return failed == lanes_.end() ? std::string() : (*failed)->LastError();
}

bool OnlyConnectionErrors(const RunResult& result) {
  return result.operations == 0 && result.errors.size() == result.errors.count("connection");
}

tl::expected<RunResult, std::string> Running::Run() {
  const auto server = session_.Resolve(options_.endpoint);
  if (!server) return tl::unexpected(server.error());
  for (std::uint64_t number = 0; number < options_.connections; ++number) {
    lanes_.push_back(std::make_unique<Lane>(options_, tally_, quota_, session_, *server, number));
  }
  connecting_ = lanes_.size();
  for (const auto& lane : lanes_) {
    lane->Connect([this] {
      if (--connecting_ == 0) BeginAll();
    });
  }
  const StopReason reason = session_.RunUntilFinished(options_.cap, [this] { StopAll(); });
  if (reason == StopReason::kInterrupt) return tl::unexpected<std::string>("interrupted");

  RunResult result = tally_.Result();
  const std::string error = AnError();
  if (!error.empty() && OnlyConnectionErrors(result)) return tl::unexpected(error);
  if (!error.empty()) {
    fmt::print(stderr, "rowhouse-bench: operations failed; the last error: {}\n", error);
  }
  auto used = meter_.Used();
  if (!used) return tl::unexpected(used.error());
  result.used = *used;
  return result;
}

}  // namespace

tl::expected<RunResult, std::string> Run(const RunOptions& options) {
  if (options.work.workload == Workload::kCreate) {
    auto created = CreateTable(options.endpoint, options.credential, TableOf(options.work));
    if (!created) return tl::unexpected(created.error());
  }
  return Running(options).Run();
}

}  // namespace rowhouse::bench
