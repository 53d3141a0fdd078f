#include "client/task_threads.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

namespace rowhouse::tables {
namespace {

constexpr std::chrono::seconds kIdleMax{10};

// pplx's interface has no virtual destructor; the shared pointer deletes this as its concrete type.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wnon-virtual-dtor"
class GrowingThreads final : public pplx::scheduler_interface {
 public:
  void schedule(pplx::TaskProc_t procedure, void* argument) override {
    const std::lock_guard lock(mutex_);
    waiting_.emplace_back(procedure, argument);
    if (waiting_.size() <= idle_) {
      wake_.notify_one();
    } else {
      // Detached: a continuation may itself drop the last reference to anything.
      std::thread([this] { Work(); }).detach();
    }
  }

 private:
  void Work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      while (!waiting_.empty()) {
        const auto [procedure, argument] = waiting_.front();
        waiting_.pop_front();
        lock.unlock();
        procedure(argument);
        lock.lock();
      }
      ++idle_;
      const bool woken = wake_.wait_for(lock, kIdleMax, [this] { return !waiting_.empty(); });
      --idle_;
      if (!woken) return;
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::pair<pplx::TaskProc_t, void*>> waiting_;
  std::size_t idle_ = 0;
};
#pragma GCC diagnostic pop

}  // namespace

pplx::scheduler_ptr TaskThreads() {
  // Never destroyed: its threads may outlive main().
  static GrowingThreads* const threads = new GrowingThreads();
  return pplx::scheduler_ptr(threads);
}

}  // namespace rowhouse::tables
