#pragma once
// Threads for what takes longer than a point read: queries, lists of tables, large bodies, and
// tables' creation and deletion. The I/O threads never wait for a disk.

#include "base/mutex.h"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <thread>
#include <vector>

namespace rowhouse {

// Threads: Post() may be called from any thread. Work is begun in the order of its posting. What
// work throws is logged and ends nothing.
class WorkerPool {
 public:
  explicit WorkerPool(std::size_t threads);
  // Finishes all work that was posted.
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  void Post(std::function<void()> work);

 private:
  WorkerPool() = default;
  void Run();
  // The next work; none when the pool stops and all is done.
  std::function<void()> Take();

  Mutex mutex_;
  std::deque<std::function<void()>> queue_ ROWHOUSE_TS(guarded_by(mutex_));
  bool stopping_ ROWHOUSE_TS(guarded_by(mutex_)) = false;
  std::condition_variable_any wake_;
  std::vector<std::thread> threads_;
};

}  // namespace rowhouse
