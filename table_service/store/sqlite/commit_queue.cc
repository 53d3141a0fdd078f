#include "table_service/store/sqlite/commit_queue.h"

#include <algorithm>
#include <iterator>

namespace rowhouse {
namespace {

// What one transaction takes at most: it bounds the wait of those behind it.
constexpr std::size_t kGroupWritesMax = 256;
constexpr std::size_t kGroupBytesMax = 16U << 20U;

std::size_t BytesOf(const PendingWrite& write) {
  std::size_t bytes = 0;
  for (const auto& operation : write.changes->operations) bytes += operation.properties.size();
  return bytes;
}

}  // namespace

void RefuseAll(std::vector<PendingWrite>& writes, const Error& error) {
  for (auto& write : writes) write.Refuse(error);
}

CommitPool::CommitPool(std::size_t threads) {
  for (std::size_t i = 0; i < std::max<std::size_t>(1, threads); ++i) {
    threads_.emplace_back([this] { Work(); });
  }
}

void CommitPool::Finish() {
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  for (auto& thread : threads_) thread.join();
  threads_.clear();
}

void CommitPool::Post(const std::shared_ptr<CommitLane>& lane, PendingWrite write) {
  {
    const MutexLock lock(lane->mutex_);
    lane->writes_.push_back(std::move(write));
    if (std::exchange(lane->scheduled_, true)) return;
  }
  Schedule(lane);
}

void CommitPool::PostJob(const std::shared_ptr<CommitLane>& lane, std::function<void()> job) {
  {
    const MutexLock lock(lane->mutex_);
    lane->jobs_.push_back(std::move(job));
    if (std::exchange(lane->scheduled_, true)) return;
  }
  Schedule(lane);
}

void CommitPool::Schedule(std::shared_ptr<CommitLane> lane) {
  {
    const MutexLock lock(mutex_);
    ready_.push_back(std::move(lane));
  }
  changed_.notify_one();
}

void CommitPool::Work() {
  for (;;) {
    std::shared_ptr<CommitLane> lane;
    {
      const MutexLock lock(mutex_);
      while (ready_.empty() && !stopping_) changed_.wait(mutex_);
      // A lane that another thread serves may still post; that thread then does the work itself.
      if (ready_.empty()) return;
      lane = std::move(ready_.front());
      ready_.pop_front();
    }
    Serve(lane);
  }
}

void CommitPool::Serve(const std::shared_ptr<CommitLane>& lane) {
  std::function<void()> job;
  std::vector<PendingWrite> writes;
  {
    const MutexLock lock(lane->mutex_);
    if (!lane->jobs_.empty()) {
      job = std::move(lane->jobs_.front());
      lane->jobs_.pop_front();
    } else {
      std::size_t bytes = 0;
      while (!lane->writes_.empty() && writes.size() < kGroupWritesMax && bytes < kGroupBytesMax) {
        bytes += BytesOf(lane->writes_.front());
        writes.push_back(std::move(lane->writes_.front()));
        lane->writes_.pop_front();
      }
    }
  }
  if (job) job();
  if (!writes.empty()) lane->Commit(std::move(writes));
  {
    const MutexLock lock(lane->mutex_);
    lane->scheduled_ = !lane->jobs_.empty() || !lane->writes_.empty();
    if (!lane->scheduled_) return;
  }
  Schedule(lane);  // behind the others that wait
}

}  // namespace rowhouse
