#pragma once
// Group commit: writes wait in the lane of their file, and a small pool of threads commits all that
// are waiting, each lane in one transaction.

#include "base/mutex.h"
#include "entity/change_set.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <span>
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

void RefuseAll(std::span<PendingWrite> writes, const Error& error);

// A queue of writes, committed in order by one thread at a time.
class CommitLane {
 public:
  virtual ~CommitLane() = default;

 private:
  friend class CommitPool;
  // Returns true if the writes of this lane may be committed together with those of others, by the
  // pool's JoinedCommit instead of Commit().
  virtual bool JoinsOthers() const = 0;
  // Answers each of `writes` or posts it to another lane. If it throws, the unanswered writes have
  // not been applied and are answered with kInternalError. REQUIRES: !JoinsOthers()
  virtual void Commit(std::span<PendingWrite> writes);

  bool HasJob();
  std::function<void()> TakeJob();
  // Appends writes that wait here, as long as `writes` has fewer than the most that one group takes.
  void TakeGroup(std::vector<PendingWrite>& writes, std::size_t& bytes);
  // Returns true if work is left and can be done; otherwise the pool has to leave the lane.
  bool StaysScheduled();

  // A node of the pool's queue, guarded by the pool's mutex. Thanks to it, queueing the lane needs
  // no memory and cannot fail.
  std::list<std::shared_ptr<CommitLane>> place_{nullptr};

  Mutex mutex_;
  std::deque<std::function<void()>> jobs_ ROWHOUSE_TS(guarded_by(mutex_));
  std::deque<PendingWrite> writes_ ROWHOUSE_TS(guarded_by(mutex_));
  bool scheduled_ ROWHOUSE_TS(guarded_by(mutex_)) = false;
  bool is_paused_ ROWHOUSE_TS(guarded_by(mutex_)) = false;
  bool is_left_ ROWHOUSE_TS(guarded_by(mutex_)) = false;  // by the pool, because of the pause
};

// Writes of several lanes that one thread commits together.
class JoinedCommit {
 public:
  // The writes became durable in this round, with those of other threads, and it took so long.
  struct Durable {
    std::uint64_t round = 0;  // 0: there was nothing to make durable
    std::chrono::nanoseconds time = {};
  };

  virtual ~JoinedCommit() = default;
  // Applies the writes of one more lane, which stay invisible, or answers them or posts them
  // elsewhere.
  virtual void Stage(const std::shared_ptr<CommitLane>& lane, std::span<PendingWrite> writes) = 0;
  // Called once, after the last Stage().
  virtual Durable MakeDurable() = 0;
  // Makes the writes of the `index`-th staged lane visible and answers them. Called once for each.
  virtual void Finish(std::size_t index) = 0;
};

// Threads: all calls may overlap. Exceptions of jobs and commits are logged and end no thread. If
// Post() throws, nothing was posted.
class CommitPool {
 public:
  using MakeJoinedCommit = std::function<std::unique_ptr<JoinedCommit>()>;
  // At most `lanes_max` lanes join in a group.
  CommitPool(std::size_t threads, std::size_t lanes_max, MakeJoinedCommit make_commit);
  ~CommitPool() { Finish(); }

  // Finishes everything that was posted, including what that posts in turn, and ends the threads.
  void Finish();

  void Post(const std::shared_ptr<CommitLane>& lane, PendingWrite write);
  // Returns the number of writes that wait for their commit to begin.
  std::size_t Waiting() const { return waiting_.load(std::memory_order_relaxed); }
  // Runs `job` in the lane, before the writes that are waiting there.
  void PostJob(const std::shared_ptr<CommitLane>& lane, std::function<void()> job);
  // In a job of the lane: after it no thread serves the lane, and its work waits, until Resume().
  static void Pause(const std::shared_ptr<CommitLane>& lane) noexcept;
  // REQUIRES: paused, and the pool is not being finished
  void Resume(std::shared_ptr<CommitLane> lane) noexcept;

 private:
  // What a thread works on. Allocated once, so that taking work cannot fail.
  struct Group {
    std::vector<std::shared_ptr<CommitLane>> lanes;
    std::vector<PendingWrite> writes;
    std::size_t bytes = 0;

    bool IsFull(std::size_t lanes_max) const;
  };

  CommitPool(std::size_t lanes_max, MakeJoinedCommit make_commit)
      : lanes_max_(lanes_max), make_commit_(std::move(make_commit)) {}
  void Schedule(std::shared_ptr<CommitLane> lane) noexcept;
  void Reschedule(std::shared_ptr<CommitLane> lane) noexcept;
  // Waits for a lane with work. Returns null when the pool is stopping and no work is left.
  std::shared_ptr<CommitLane> TakeLane();
  // Returns a lane that is ready to join others; null if the next lane is none.
  std::shared_ptr<CommitLane> TakeJoiningLane();
  // Waits until the writers of the last round have written again, but for less time than a round
  // takes. Without this two groups, each of half the writers, would take turns.
  void AwaitReturningWriters();
  void NoteRound(const JoinedCommit::Durable& durable, std::size_t writes);
  // The main function of a thread.
  void Work(Group group);
  void CommitAlone(const std::shared_ptr<CommitLane>& lane, Group& group);
  // Commits the writes of the lane and of those that are ready, too.
  void CommitJoined(std::shared_ptr<CommitLane> lane, Group& group);
  void StageAll(std::shared_ptr<CommitLane> lane, Group& group, JoinedCommit& commit);

  const std::size_t lanes_max_;
  const MakeJoinedCommit make_commit_;
  std::atomic<std::size_t> waiting_ = 0;
  std::atomic<std::uint64_t> posted_ = 0;   // writes since the start
  std::atomic<std::uint64_t> awaited_ = 0;  // the value of posted_ that ends the wait for writers
  Mutex mutex_;
  std::condition_variable_any changed_;
  std::condition_variable_any returned_;  // notified when posted_ reaches awaited_
  std::list<std::shared_ptr<CommitLane>> ready_ ROWHOUSE_TS(guarded_by(mutex_));
  bool stopping_ ROWHOUSE_TS(guarded_by(mutex_)) = false;
  std::uint64_t round_ ROWHOUSE_TS(guarded_by(mutex_)) = 0;          // the last one
  std::uint64_t posted_before_ ROWHOUSE_TS(guarded_by(mutex_)) = 0;  // posted_ when it ended
  std::uint64_t round_writes_ ROWHOUSE_TS(guarded_by(mutex_)) = 0;
  std::chrono::steady_clock::time_point round_end_ ROWHOUSE_TS(guarded_by(mutex_));
  std::chrono::nanoseconds round_time_ ROWHOUSE_TS(guarded_by(mutex_)) = {};  // moving average
  std::vector<std::thread> threads_;
};

}  // namespace rowhouse::sqlite
