#pragma once
// Group commit: writes wait in the lane of their file, and a small pool of threads commits all that
// are waiting in a lane in one transaction.

#include "base/mutex.h"
#include "entity/change_set.h"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace rowhouse::sqlite {

// A callback that runs exactly once: if it is destroyed before it was called, it reports
// kInternalError. So a write is answered even if its commit throws. Exceptions of the callback are
// logged.
class ApplyCallback {
 public:
  explicit ApplyCallback(std::function<void(ApplyResult)> done) : done_(std::move(done)) {}
  ApplyCallback(ApplyCallback&& other) noexcept : done_(std::exchange(other.done_, nullptr)) {}
  ApplyCallback& operator=(ApplyCallback&& other) noexcept {
    done_.swap(other.done_);
    return *this;
  }
  ~ApplyCallback();

  // REQUIRES: not called yet
  void operator()(ApplyResult result) noexcept;

 private:
  std::function<void(ApplyResult)> done_;
};

// One call of Apply() that has not been answered.
struct PendingWrite {
  std::shared_ptr<const ChangeSet> changes;  // not accessed after the answer
  std::string partition_key;                 // the PartitionKey in stored form
  ApplyCallback answer;

  void Answer(ApplyResult result) noexcept { answer(std::move(result)); }
  void Refuse(Error error) { answer(tl::unexpected(ApplyError{.error = std::move(error)})); }
};

void RefuseAll(std::vector<PendingWrite>& writes, const Error& error);

// A queue of writes, committed in order by one thread at a time.
class CommitLane {
 public:
  virtual ~CommitLane() = default;

 private:
  friend class CommitPool;
  // Answers each of `writes` or posts it to another lane. If it throws, the unanswered writes have
  // not been applied and are answered with kInternalError.
  virtual void Commit(std::vector<PendingWrite>& writes) = 0;

  std::function<void()> TakeJob();
  void TakeGroup(std::vector<PendingWrite>& writes);
  // Returns true if work is left; otherwise the lane is no longer scheduled.
  bool StaysScheduled();

  // A node of the pool's queue, guarded by the pool's mutex. Thanks to it, queueing the lane needs
  // no memory and cannot fail.
  std::list<std::shared_ptr<CommitLane>> place_{nullptr};

  Mutex mutex_;
  std::deque<std::function<void()>> jobs_ ROWHOUSE_TS(guarded_by(mutex_));
  std::deque<PendingWrite> writes_ ROWHOUSE_TS(guarded_by(mutex_));
  bool scheduled_ ROWHOUSE_TS(guarded_by(mutex_)) = false;
};

// Threads: all calls may overlap. Exceptions of jobs and commits are logged and end no thread. If
// Post() throws, nothing was posted.
class CommitPool {
 public:
  explicit CommitPool(std::size_t threads);
  ~CommitPool() { Finish(); }

  // Finishes everything that was posted, including what that posts in turn, and ends the threads.
  void Finish();

  void Post(const std::shared_ptr<CommitLane>& lane, PendingWrite write);
  // Returns the number of writes that wait for their commit to begin.
  std::size_t Waiting() const { return waiting_.load(std::memory_order_relaxed); }
  // Runs `job` in the lane, before the writes that are waiting there.
  void PostJob(const std::shared_ptr<CommitLane>& lane, std::function<void()> job);

 private:
  CommitPool() = default;
  void Schedule(std::shared_ptr<CommitLane> lane) noexcept;
  // Waits for a lane with work. Returns null when the pool is stopping and no work is left.
  std::shared_ptr<CommitLane> TakeLane();
  // The main function of a thread. `writes` has room for a group.
  void Work(std::vector<PendingWrite> writes);

  std::atomic<std::size_t> waiting_ = 0;
  Mutex mutex_;
  std::condition_variable_any changed_;
  std::list<std::shared_ptr<CommitLane>> ready_ ROWHOUSE_TS(guarded_by(mutex_));
  bool stopping_ ROWHOUSE_TS(guarded_by(mutex_)) = false;
  std::vector<std::thread> threads_;
};

}  // namespace rowhouse::sqlite
