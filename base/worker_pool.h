#pragma once
// Threads for work that takes longer than a point read: queries, lists of tables, large bodies, and
// creating and deleting tables. So the I/O threads never wait for a disk.

#include "base/mutex.h"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <thread>
#include <vector>

namespace rowhouse {

// Post() may be called on any thread. Work starts in the order in which it was posted. An exception
// in it is logged and affects no other work.
class WorkerPool {
 public:
  explicit WorkerPool(std::size_t threads);
  // Finishes all posted work.
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  void Post(std::function<void()> work);
  // Returns the number of tasks that no thread has begun yet.
  std::size_t Waiting() const;

 private:
  WorkerPool() = default;
  void Run();
  // Returns the next work, or none if the pool stops and all work is done.
  std::function<void()> Take();

  mutable Mutex mutex_;
  std::deque<std::function<void()>> queue_ ROWHOUSE_TS(guarded_by(mutex_));
  bool stopping_ ROWHOUSE_TS(guarded_by(mutex_)) = false;
  std::condition_variable_any wake_;
  std::vector<std::thread> threads_;
};

}  // namespace rowhouse
