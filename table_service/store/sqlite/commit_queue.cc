#include "table_service/store/sqlite/commit_queue.h"

#include "base/guarded.h"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace rowhouse::sqlite {
namespace {

// The largest group that one transaction takes, which bounds the wait of later writes.
constexpr std::size_t kGroupWritesMax = 256;
constexpr std::size_t kGroupBytesMax = 16U << 20U;

std::size_t BytesOf(const PendingWrite& write) {
  std::size_t bytes = 0;
  for (const auto& operation : write.changes->operations) bytes += operation.properties.size();
  return bytes;
}

// The answer to a write whose commit was ended by an exception. It has no text if there is not
// enough memory for one.
ApplyResult AbandonedResult() {
  ApplyError failure{.error =
                         Error(ErrorCode::kInternalError, std::string(), ErrorStage::kStorage)};
  RunGuarded("the text of an error", {}, [&] {
    failure.error = Error::Internal("an exception ended the commit; the log names it");
  });
  return tl::unexpected(std::move(failure));
}

}  // namespace

ApplyCallback::~ApplyCallback() {
  if (done_) (*this)(AbandonedResult());
}

void ApplyCallback::operator()(ApplyResult result) noexcept {
  assert(done_);
  const auto done = std::exchange(done_, nullptr);
  RunGuarded("the answer to a write", {}, [&] { done(std::move(result)); });
}

void RefuseAll(std::vector<PendingWrite>& writes, const Error& error) {
  for (auto& write : writes) write.Refuse(error);
}

std::function<void()> CommitLane::TakeJob() {
  const MutexLock lock(mutex_);
  if (jobs_.empty()) return nullptr;
  auto job = std::move(jobs_.front());
  jobs_.pop_front();
  return job;
}

void CommitLane::TakeGroup(std::vector<PendingWrite>& writes) {
  const MutexLock lock(mutex_);
  std::size_t bytes = 0;
  while (!writes_.empty() && writes.size() < kGroupWritesMax && bytes < kGroupBytesMax) {
    bytes += BytesOf(writes_.front());
    writes.push_back(std::move(writes_.front()));
    writes_.pop_front();
  }
}

bool CommitLane::StaysScheduled() {
  const MutexLock lock(mutex_);
  scheduled_ = !jobs_.empty() || !writes_.empty();
  return scheduled_;
}

// If a thread cannot be started, the destructor ends those that were.
CommitPool::CommitPool(std::size_t threads) : CommitPool() {
  for (std::size_t i = 0; i < std::max<std::size_t>(1, threads); ++i) {
    std::vector<PendingWrite> writes;
    writes.reserve(kGroupWritesMax);
    threads_.emplace_back(
        [this, writes = std::move(writes)]() mutable { Work(std::move(writes)); });
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
    waiting_.fetch_add(1, std::memory_order_relaxed);
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

void CommitPool::Schedule(std::shared_ptr<CommitLane> lane) noexcept {
  {
    const MutexLock lock(mutex_);
    auto& place = lane->place_;
    place.front() = std::move(lane);
    ready_.splice(ready_.end(), place);
  }
  changed_.notify_one();
}

std::shared_ptr<CommitLane> CommitPool::TakeLane() {
  const MutexLock lock(mutex_);
  while (ready_.empty() && !stopping_) changed_.wait(mutex_);
  // A lane that another thread serves may still post; that thread then also does the work.
  if (ready_.empty()) return nullptr;
  auto lane = std::move(ready_.front());
  lane->place_.splice(lane->place_.end(), ready_, ready_.begin());
  return lane;
}

void CommitPool::Work(std::vector<PendingWrite> writes) {
  while (auto lane = TakeLane()) {
    if (const auto job = lane->TakeJob()) {
      RunGuarded("a job of a partition file", {}, job);
    } else {
      lane->TakeGroup(writes);
      waiting_.fetch_sub(writes.size(), std::memory_order_relaxed);
      RunGuarded("a commit", {}, [&] { lane->Commit(writes); });
      writes.clear();  // answers the writes that an exception left unanswered
    }
    if (lane->StaysScheduled()) Schedule(std::move(lane));  // after the others that wait
  }
}

}  // namespace rowhouse::sqlite
