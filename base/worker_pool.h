#pragma once
// Threads for what takes longer than a point read: queries, lists of tables, large bodies, and
// tables' creation and deletion. The I/O threads never wait for a disk.

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace rowhouse {

// Threads: Post() may be called from any thread. Work is begun in the order of its posting.
class WorkerPool {
 public:
  explicit WorkerPool(std::size_t threads);
  // Finishes all work that was posted.
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  void Post(std::function<void()> work);

 private:
  void Run();

  std::mutex mutex_;  // guards the two below
  std::deque<std::function<void()>> queue_;
  bool stopping_ = false;
  std::condition_variable wake_;
  std::vector<std::thread> threads_;
};

}  // namespace rowhouse
