#pragma once
// Group commit: writes wait in the lane of the file that they go to, and a small pool of threads
// commits for all that wait in a lane at once.

#include "base/mutex.h"
#include "entity/entity_writer.h"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace rowhouse {

// One Apply() on its way.
struct PendingWrite {
  std::shared_ptr<const ChangeSet> changes;  // not looked at once it is answered
  std::string key;                           // the PartitionKey in stored form
  std::function<void(ApplyResult)> done;

  void Answer(ApplyResult result) { done(std::move(result)); }
  void Refuse(Error error) { done(tl::unexpected(ApplyError{.error = std::move(error)})); }
};

void RefuseAll(std::vector<PendingWrite>& writes, const Error& error);

// A queue whose writes are committed in order, by one thread at a time.
class CommitLane {
 public:
  virtual ~CommitLane() = default;

 private:
  friend class CommitPool;
  // Answers each of `writes`, or posts it to another lane.
  virtual void Commit(std::vector<PendingWrite> writes) = 0;

  Mutex mutex_;
  std::deque<std::function<void()>> jobs_ ROWHOUSE_TS(guarded_by(mutex_));
  std::deque<PendingWrite> writes_ ROWHOUSE_TS(guarded_by(mutex_));
  bool scheduled_ ROWHOUSE_TS(guarded_by(mutex_)) = false;
};

// Threads: all calls may overlap.
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
  void Schedule(std::shared_ptr<CommitLane> lane);
  void Work();
  void Serve(const std::shared_ptr<CommitLane>& lane);

  Mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<std::shared_ptr<CommitLane>> ready_ ROWHOUSE_TS(guarded_by(mutex_));
  bool stopping_ ROWHOUSE_TS(guarded_by(mutex_)) = false;
  std::vector<std::thread> threads_;
};

}  // namespace rowhouse
