#pragma once
// Group commit: writes wait in the lane of the file that they go to, and a small pool of threads
// commits for all that wait in a lane at once.

#include "base/mutex.h"
#include "entity/change_set.h"

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

namespace rowhouse {

// Calls back exactly once: one that is destroyed before says kInternalError. So whatever throws
// while a commit works on a write, the write is answered. What the callback throws is logged.
class ApplyCallback {
 public:
  explicit ApplyCallback(std::function<void(ApplyResult)> done) : done_(std::move(done)) {}
  ApplyCallback(ApplyCallback&& other) noexcept : done_(std::exchange(other.done_, nullptr)) {}
  ApplyCallback& operator=(ApplyCallback&& other) noexcept {
    done_.swap(other.done_);
    return *this;
  }
  ~ApplyCallback();

  // REQUIRES: not called before
  void operator()(ApplyResult result) noexcept;

 private:
  std::function<void(ApplyResult)> done_;
};

// One Apply() on its way.
struct PendingWrite {
  std::shared_ptr<const ChangeSet> changes;  // not looked at once it is answered
  std::string key;                           // the PartitionKey in stored form
  ApplyCallback answer;

  void Answer(ApplyResult result) noexcept { answer(std::move(result)); }
  void Refuse(Error error) { answer(tl::unexpected(ApplyError{.error = std::move(error)})); }
};

void RefuseAll(std::vector<PendingWrite>& writes, const Error& error);

// A queue whose writes are committed in order, by one thread at a time.
class CommitLane {
 public:
  virtual ~CommitLane() = default;

 private:
  friend class CommitPool;
  // Answers each of `writes`, or posts it to another lane. When it throws, what it has not answered
  // is answered with kInternalError and nothing of that is done.
  virtual void Commit(std::vector<PendingWrite>& writes) = 0;

  std::function<void()> TakeJob();
  void TakeGroup(std::vector<PendingWrite>& writes);
  bool IsToBeServedAgain();

  // A node of the pool's queue, under its mutex: to queue the lane takes no memory and cannot fail.
  std::list<std::shared_ptr<CommitLane>> place_{nullptr};

  Mutex mutex_;
  std::deque<std::function<void()>> jobs_ ROWHOUSE_TS(guarded_by(mutex_));
  std::deque<PendingWrite> writes_ ROWHOUSE_TS(guarded_by(mutex_));
  bool scheduled_ ROWHOUSE_TS(guarded_by(mutex_)) = false;
};

// Threads: all calls may overlap. What jobs and commits throw is logged and ends nothing. A Post()
// that throws has posted nothing.
class CommitPool {
 public:
  explicit CommitPool(std::size_t threads);
  ~CommitPool() { Finish(); }

  // Finishes all that was posted, and what that posts in turn, and ends the threads.
  void Finish();

  void Post(const std::shared_ptr<CommitLane>& lane, PendingWrite write);
  // Runs `job` alone in the lane, before the writes that wait.
  void PostJob(const std::shared_ptr<CommitLane>& lane, std::function<void()> job);

 private:
  CommitPool() = default;
  void Schedule(std::shared_ptr<CommitLane> lane) noexcept;
  // Null when the pool stops and nothing is left.
  std::shared_ptr<CommitLane> TakeLane();
  // `writes` has room for a group.
  void Work(std::vector<PendingWrite> writes);

  Mutex mutex_;
  std::condition_variable_any changed_;
  std::list<std::shared_ptr<CommitLane>> ready_ ROWHOUSE_TS(guarded_by(mutex_));
  bool stopping_ ROWHOUSE_TS(guarded_by(mutex_)) = false;
  std::vector<std::thread> threads_;
};

}  // namespace rowhouse
