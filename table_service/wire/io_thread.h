#pragma once
// One I/O thread with its own io_context. A connection stays on one thread from accept to close, so
// it needs no locks. Time limits: connections in the same phase have the same limit, so they expire
// in the order in which they entered it; each phase is a queue of which only the front is examined.

#include "base/mutex.h"
#include "table_service/wire/message.h"
#include "table_service/wire/server.h"

#include <array>
#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <ctime>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <thread>
#include <utility>

namespace rowhouse::wire {

class Connection;

// The state that the threads of one server share.
struct ServerState {
  ServerOptions options;
  Handler* handler = nullptr;
  std::function<void()> on_room;   // called on any thread when a connection ends while `full`
  std::atomic<bool> full = false;  // a client waits because of connections_max
  std::atomic<bool> stopping = false;
  Mutex mutex;
  std::condition_variable_any changed;  // notified while `stopping`, when a connection has ended

  ConnectionCounts& Connections() const { return *options.connections; }
  MemoryBudget& Memory() const { return *options.memory; }
  void ConnectionEnded() noexcept;
};

enum class Phase : std::uint8_t {
  kIdle,
  kHead,
  kBody,
  kHandling,
  kWriting,
  kDraining,
  kHandshake,
  kClosed
};

class IoThread {
 public:
  using Executor = boost::asio::io_context::executor_type;
  using Clock = std::chrono::steady_clock;

  explicit IoThread(std::shared_ptr<ServerState> state);
  IoThread(const IoThread&) = delete;
  IoThread& operator=(const IoThread&) = delete;
  IoThread(IoThread&&) = delete;
  IoThread& operator=(IoThread&&) = delete;
  ~IoThread() = default;

  void Run();  // starts the thread
  // Ends the thread, then closes the remaining connections. Later posts are dropped.
  void Stop();

  // May be called on any thread. Drops `function` after Stop().
  template <class Function>
  void Post(Function&& function) {
    const MutexLock lock(mutex_);
    if (!stopped_) boost::asio::post(context_, std::forward<Function>(function));
  }
  bool RunsHere() const;

  // The following members must be called on this thread.
  boost::asio::io_context& Context() { return context_; }
  const std::shared_ptr<ServerState>& State() const { return state_; }

  // A connection's place in the queue of its phase. The queue owns the connection until Remove().
  struct QueuePlace {
    std::list<std::shared_ptr<Connection>>::iterator position;
    Phase phase = Phase::kClosed;
    Clock::time_point deadline;
  };
  void Add(std::shared_ptr<Connection> connection, QueuePlace& place);
  void Move(QueuePlace& place, Phase phase);
  void Remove(QueuePlace& place);

  void CloseOldestIdle();
  void CloseAllIdle();  // also those in a handshake

  // The value of the Date header, updated once per second.
  const std::string& HttpDate();

 private:
  using Queue = std::list<std::shared_ptr<Connection>>;

  void RunThread();
  void CloseAll();
  void ArmTimer(Clock::time_point deadline);
  void OnTimer();
  Queue& QueueOf(Phase phase) { return queues_[static_cast<std::size_t>(phase)]; }

  std::shared_ptr<ServerState> state_;
  Mutex mutex_;
  bool stopped_ ROWHOUSE_TS(guarded_by(mutex_)) = false;
  boost::asio::io_context context_{1};
  boost::asio::executor_work_guard<Executor> work_{context_.get_executor()};
  boost::asio::basic_waitable_timer<Clock, boost::asio::wait_traits<Clock>, Executor> timer_{
      context_};
  std::thread thread_;
  std::array<Queue, static_cast<std::size_t>(Phase::kClosed)> queues_;
  Clock::time_point armed_ = Clock::time_point::max();  // when timer_ fires; max: never
  std::time_t date_second_ = -1;
  std::string date_;
};

}  // namespace rowhouse::wire
