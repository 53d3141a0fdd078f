#include "bench/load_driver/runner.h"

#include "bench/load_driver/connection.h"
#include "bench/load_driver/session.h"

#include <algorithm>
#include <boost/asio/steady_timer.hpp>
#include <fmt/core.h>
#include <fmt/format.h>
#include <memory>
#include <utility>
#include <vector>

namespace rowhouse::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kConnectionErrorsMax = 20;  // in a row, until a lane gives up
constexpr std::chrono::milliseconds kRetryPause{50};

struct Schedule {
  Clock::time_point measure_from;
  Clock::time_point measure_until;
};

// One connection's part of a run.
class Lane {
 public:
  Lane(const RunOptions& options, Schedule schedule, Session& session,
       const boost::asio::ip::tcp::endpoint& server, std::uint64_t number)
      : options_(options),
        schedule_(schedule),
        connection_(session.Io(), server),
        pause_(session.Io()),
        source_(options.work, options.endpoint, number, options.connections) {}

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
  void AddTo(RunResult& result) const;

 private:
  void BeginOperation();
  void Send(const Call& call);
  void OnAnswer(const tl::expected<Answer, std::string>& answer);
  void OnConnectionError(const std::string& error);
  void CountOperation(Clock::time_point now);
  void CountError(const std::string& kind, std::string detail);

  bool Measures() const { return began_ >= schedule_.measure_from; }

  const RunOptions& options_;
  Schedule schedule_;
  Connection connection_;
  boost::asio::steady_timer pause_;
  OperationSource source_;
  std::function<void()> on_end_;
  bool stopped_ = false;
  int connection_errors_ = 0;  // in a row
  std::string last_error_;

  Clock::time_point began_;        // the operation under way
  Clock::time_point first_began_;  // the first that is measured
  Clock::time_point last_ended_;
  RunResult counted_;
};

void Lane::BeginOperation() {
  const auto now = Clock::now();
  const bool tried = counted_.operations > 0 || !counted_.errors.empty();
  if (stopped_ || (now >= schedule_.measure_until && tried)) return on_end_();
  began_ = now;
  if (Measures() && first_began_ == Clock::time_point()) first_began_ = now;
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
  switch (source_.Judge(*answer)) {
    case OperationSource::Verdict::kContinue:
      return Send(source_.Next());
    case OperationSource::Verdict::kDone:
      CountOperation(Clock::now());
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

void Lane::CountOperation(Clock::time_point now) {
  if (!Measures()) return;
  const Work& work = source_.Done();
  ++counted_.operations;
  counted_.work.requests += work.requests;
  counted_.work.entities += work.entities;
  counted_.work.rows_scanned += work.rows_scanned;
  counted_.work.answer_bytes += work.answer_bytes;
  counted_.latency.Record(static_cast<std::uint64_t>((now - began_).count()));
  last_ended_ = now;
}

void Lane::CountError(const std::string& kind, std::string detail) {
  last_error_ = std::move(detail);
  if (Measures()) ++counted_.errors[kind];
}

void Lane::AddTo(RunResult& result) const {
  for (const auto& [kind, count] : counted_.errors) result.errors[kind] += count;
  if (counted_.operations == 0) return;
  const double seconds = std::chrono::duration<double>(last_ended_ - first_began_).count();
  result.operations += counted_.operations;
  result.operations_per_second += static_cast<double>(counted_.operations) / seconds;
  result.seconds = std::max(result.seconds, seconds);
  result.work.requests += counted_.work.requests;
  result.work.entities += counted_.work.entities;
  result.work.rows_scanned += counted_.work.rows_scanned;
  result.work.answer_bytes += counted_.work.answer_bytes;
  result.latency.Merge(counted_.latency);
}

RunResult Collect(const RunOptions& options, const std::vector<std::unique_ptr<Lane>>& lanes) {
  RunResult result{.workload = options.work.workload,
                   .table = options.work.table,
                   .connections = options.connections};
  for (const auto& lane : lanes) lane->AddTo(result);
  return result;
}

// One lane's last error, empty when all went well.
std::string AnError(const std::vector<std::unique_ptr<Lane>>& lanes) {
  const auto failed = std::find_if(lanes.begin(), lanes.end(),
                                   [](const auto& lane) { return !lane->LastError().empty(); });
  return failed == lanes.end() ? std::string() : (*failed)->LastError();
}

bool NeverConnected(const RunResult& result) {
  return result.operations == 0 && result.errors.size() == 1 &&
         result.errors.count("connection") == 1;
}

}  // namespace

tl::expected<RunResult, std::string> Run(const RunOptions& options) {
  Session session;
  const auto server = session.Resolve(options.endpoint);
  if (!server) return tl::unexpected(server.error());

  const auto now = Clock::now();
  const Schedule schedule{now + options.warm_up, now + options.warm_up + options.measure};
  std::vector<std::unique_ptr<Lane>> lanes;
  for (std::uint64_t number = 0; number < options.connections; ++number) {
    lanes.push_back(std::make_unique<Lane>(options, schedule, session, *server, number));
  }
  std::size_t active = lanes.size();
  for (const auto& lane : lanes) {
    lane->Start([&] {
      if (--active == 0) session.Finish();
    });
  }
  const StopReason reason = session.RunUntilFinished(options.cap, [&] {
    for (const auto& lane : lanes) lane->Stop();
  });

  if (reason == StopReason::kInterrupt) return tl::unexpected<std::string>("interrupted");
  RunResult result = Collect(options, lanes);
  result.capped = reason == StopReason::kTimeLimit;
  const std::string error = AnError(lanes);
  if (NeverConnected(result)) return tl::unexpected(error);
  if (!error.empty()) {
    fmt::print(stderr, "rowhouse-bench: an operation failed, the last one thus: {}\n", error);
  }
  return result;
}

}  // namespace rowhouse::bench
