#include "table_service/wire/io_thread.h"

#include "base/date_time.h"
#include "base/guarded.h"
#include "table_service/wire/connection.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace rowhouse::wire {
namespace {

thread_local const IoThread* current = nullptr;

// The time for which input is read after the last answer, so that a reset does not destroy the
// answer.
constexpr std::chrono::milliseconds kDrainTime{2000};
// The least time between two timer events, and so the most by which a time limit can be exceeded.
constexpr std::chrono::milliseconds kTimerStep{20};

std::optional<std::chrono::milliseconds> LimitOf(Phase phase, const ServerOptions& options) {
  switch (phase) {
    case Phase::kIdle:
      return options.idle_time;
    case Phase::kHead:
      return options.head_time;
    case Phase::kBody:
      return options.body_time;
    case Phase::kWriting:
      return options.write_time;
    case Phase::kDraining:
      return kDrainTime;
    case Phase::kHandshake:
      return options.handshake_time;
    case Phase::kHandling:
    case Phase::kClosed:
      return std::nullopt;
  }
  std::abort();
}

}  // namespace

void ServerState::ConnectionEnded() noexcept {
  Connections().open.fetch_sub(1);
  if (full.load())
    RunGuarded("admitting a client", {}, on_room);  // on failure the next end retries
  if (stopping.load()) {
    const MutexLock lock(mutex);
    changed.notify_all();
  }
}

IoThread::IoThread(std::shared_ptr<ServerState> state) : state_(std::move(state)) {}

void IoThread::Run() {
  thread_ = std::thread([this] { RunThread(); });
}

void IoThread::RunThread() {
  current = this;
  while (!RunGuarded("a step on an I/O thread", {}, [this] { context_.run(); })) {
  }
  current = nullptr;
}

void IoThread::Stop() {
  {
    const MutexLock lock(mutex_);
    stopped_ = true;
  }
  context_.stop();
  if (thread_.joinable()) thread_.join();
  CloseAll();
  work_.reset();
  timer_.cancel();
  // Queued handlers own connections, which own this object: run the handlers so that all are freed.
  context_.restart();
  while (!RunGuarded("a step at shutdown", {}, [this] { context_.poll(); })) {
  }
}

bool IoThread::RunsHere() const { return current == this; }

void IoThread::Add(std::shared_ptr<Connection> connection, QueuePlace& place) {
  Queue& queue = QueueOf(Phase::kIdle);
  place.position = queue.insert(queue.end(), std::move(connection));
  place.phase = Phase::kIdle;
  Move(place, Phase::kIdle);
}

void IoThread::Move(QueuePlace& place, Phase phase) {
  Queue& queue = QueueOf(phase);
  queue.splice(queue.end(), QueueOf(place.phase), place.position);
  place.phase = phase;
  if (const auto limit = LimitOf(phase, state_->options)) {
    place.deadline = Clock::now() + *limit;
    if (place.deadline < armed_) ArmTimer(place.deadline);
  }
}

void IoThread::Remove(QueuePlace& place) {
  QueueOf(place.phase).erase(place.position);
  place.phase = Phase::kClosed;
}

void IoThread::CloseOldestIdle() {
  if (!QueueOf(Phase::kIdle).empty()) QueueOf(Phase::kIdle).front()->Close();
}

void IoThread::CloseAllIdle() {
  for (const Phase phase : {Phase::kIdle, Phase::kHandshake}) {
    while (!QueueOf(phase).empty()) QueueOf(phase).front()->Close();
  }
}

void IoThread::CloseAll() {
  for (Queue& queue : queues_) {
    while (!queue.empty()) queue.front()->Close();
  }
}

void IoThread::ArmTimer(Clock::time_point deadline) {
  const Clock::time_point time = std::max(deadline, Clock::now() + kTimerStep);
  armed_ = Clock::time_point::max();  // should the next lines throw, the next Move() arms it
  timer_.expires_at(time);
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (!error) OnTimer();
  });
  armed_ = time;
}

void IoThread::OnTimer() {
  const Clock::time_point now = Clock::now();
  Clock::time_point next = Clock::time_point::max();
  armed_ = Clock::time_point::min();  // keeps Move() from arming the timer
  for (std::size_t i = 0; i < queues_.size(); ++i) {
    if (!LimitOf(static_cast<Phase>(i), state_->options)) continue;
    while (!queues_[i].empty() && queues_[i].front()->Deadline() <= now) {
      const std::shared_ptr<Connection> connection = queues_[i].front();
      RunGuarded("a time limit", {}, [&] { connection->OnTimeout(); });
    }
  }
  for (std::size_t i = 0; i < queues_.size(); ++i) {
    if (queues_[i].empty() || !LimitOf(static_cast<Phase>(i), state_->options)) continue;
    next = std::min(next, queues_[i].front()->Deadline());
  }
  armed_ = Clock::time_point::max();
  if (next != Clock::time_point::max()) ArmTimer(next);
}

const std::string& IoThread::HttpDate() {
  const auto now = std::chrono::system_clock::now();
  const std::time_t second = std::chrono::system_clock::to_time_t(now);
  if (second != date_second_) {
    date_ = ToHttpDate(now);
    date_second_ = second;
  }
  return date_;
}

}  // namespace rowhouse::wire
