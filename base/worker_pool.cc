#include "base/worker_pool.h"

#include "base/guarded.h"

#include <cassert>
#include <utility>

namespace rowhouse {

// If a thread cannot be started, the destructor stops those that have been.
WorkerPool::WorkerPool(std::size_t threads) : WorkerPool() {
  assert(threads > 0);
  threads_.reserve(threads);
  for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { Run(); });
}

WorkerPool::~WorkerPool() {
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void WorkerPool::Post(std::function<void()> work) {
  assert(work);
  {
    const MutexLock lock(mutex_);
    queue_.push_back(std::move(work));
  }
  wake_.notify_one();
}

std::size_t WorkerPool::Waiting() const {
  const MutexLock lock(mutex_);
  return queue_.size();
}

std::function<void()> WorkerPool::Take() {
  const MutexLock lock(mutex_);
  while (queue_.empty() && !stopping_) wake_.wait(mutex_);
  if (queue_.empty()) return nullptr;
  std::function<void()> work = std::move(queue_.front());
  queue_.pop_front();
  return work;
}

void WorkerPool::Run() {
  while (const auto work = Take()) RunGuarded("a worker's task", {}, work);
}

}  // namespace rowhouse
