#include "table_service/store/sqlite/commit_queue.h"

#include "base/guarded.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <iterator>

namespace rowhouse::sqlite {
namespace {

// The largest group that one transaction takes, which bounds the wait of later writes.
constexpr std::size_t kGroupWritesMax = 256;
constexpr std::size_t kGroupBytesMax = 16U << 20U;

constexpr std::chrono::milliseconds kAwaitMax{2};

std::size_t PropertyBytesOf(const PendingWrite& write) {
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

void RefuseAll(std::span<PendingWrite> writes, const Error& error) {
  for (auto& write : writes) write.Refuse(error);
}

void CommitLane::Commit(std::span<PendingWrite> /*writes*/) { std::abort(); }

bool CommitLane::HasJob() {
  const MutexLock lock(mutex_);
  return !jobs_.empty();
}

std::function<void()> CommitLane::TakeJob() {
  const MutexLock lock(mutex_);
  if (jobs_.empty()) return nullptr;
  auto job = std::move(jobs_.front());
  jobs_.pop_front();
  return job;
}

void CommitLane::TakeGroup(std::vector<PendingWrite>& writes, std::size_t& bytes) {
  const MutexLock lock(mutex_);
  while (!writes_.empty() && writes.size() < kGroupWritesMax && bytes < kGroupBytesMax) {
    bytes += PropertyBytesOf(writes_.front());
    writes.push_back(std::move(writes_.front()));
    writes_.pop_front();
  }
}

bool CommitLane::StaysScheduled() {
  const MutexLock lock(mutex_);
  is_left_ = is_paused_;
  if (is_left_) return false;  // stays scheduled, so that nobody else schedules it
  scheduled_ = !jobs_.empty() || !writes_.empty();
  return scheduled_;
}

// If a thread cannot be started, the destructor ends those that were.
CommitPool::CommitPool(std::size_t threads, std::size_t lanes_max, MakeJoinedCommit make_commit)
    : CommitPool(lanes_max, std::move(make_commit)) {
  for (std::size_t i = 0; i < std::max<std::size_t>(1, threads); ++i) {
    Group group;
    group.lanes.reserve(lanes_max_);
    group.writes.reserve(kGroupWritesMax);
    threads_.emplace_back([this, group = std::move(group)]() mutable { Work(std::move(group)); });
  }
}

bool CommitPool::Group::IsFull(std::size_t lanes_max) const {
  return lanes.size() == lanes_max || writes.size() >= kGroupWritesMax || bytes >= kGroupBytesMax;
}

void CommitPool::Finish() {
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  returned_.notify_all();
  for (auto& thread : threads_) thread.join();
  threads_.clear();
}

void CommitPool::Post(const std::shared_ptr<CommitLane>& lane, PendingWrite write) {
  bool was_scheduled = false;
  {
    const MutexLock lock(lane->mutex_);
    lane->writes_.push_back(std::move(write));
    waiting_.fetch_add(1, std::memory_order_relaxed);
    was_scheduled = std::exchange(lane->scheduled_, true);
  }
  const bool is_awaited = posted_.fetch_add(1) + 1 == awaited_.load();
  if (!was_scheduled) Schedule(lane);
  if (!is_awaited) return;
  const MutexLock lock(mutex_);
  returned_.notify_all();
}

void CommitPool::PostJob(const std::shared_ptr<CommitLane>& lane, std::function<void()> job) {
  {
    const MutexLock lock(lane->mutex_);
    lane->jobs_.push_back(std::move(job));
    if (std::exchange(lane->scheduled_, true)) return;
  }
  Schedule(lane);
}

void CommitPool::Pause(const std::shared_ptr<CommitLane>& lane) noexcept {
  const MutexLock lock(lane->mutex_);
  lane->is_paused_ = true;
}

void CommitPool::Resume(std::shared_ptr<CommitLane> lane) noexcept {
  {
    const MutexLock lock(lane->mutex_);
    lane->is_paused_ = false;
    if (!std::exchange(lane->is_left_, false)) return;  // the thread in it will go on
  }
  Reschedule(std::move(lane));
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

void CommitPool::AwaitReturningWriters() {
  const MutexLock lock(mutex_);
  const auto end = round_end_ + std::min<std::chrono::nanoseconds>(round_time_ / 2, kAwaitMax);
  awaited_.store(posted_before_ + round_writes_);
  while (posted_.load() < awaited_.load() && !stopping_) {
    if (returned_.wait_until(mutex_, end) == std::cv_status::timeout) return;
  }
}

void CommitPool::NoteRound(const JoinedCommit::Durable& durable, std::size_t writes) {
  if (durable.round == 0) return;
  const MutexLock lock(mutex_);
  if (round_ != durable.round) {
    round_ = durable.round;
    round_end_ = std::chrono::steady_clock::now();
    round_time_ += (durable.time - round_time_) / 8;
    round_writes_ = 0;
    posted_before_ = posted_.load();
  }
  round_writes_ += writes;
}

std::shared_ptr<CommitLane> CommitPool::TakeJoiningLane() {
  const MutexLock lock(mutex_);
  if (ready_.empty() || !ready_.front()->JoinsOthers() || ready_.front()->HasJob()) return nullptr;
  auto lane = std::move(ready_.front());
  lane->place_.splice(lane->place_.end(), ready_, ready_.begin());
  return lane;
}

void CommitPool::Reschedule(std::shared_ptr<CommitLane> lane) noexcept {
  if (lane->StaysScheduled()) Schedule(std::move(lane));  // after the others that wait
}

void CommitPool::CommitAlone(const std::shared_ptr<CommitLane>& lane, Group& group) {
  lane->TakeGroup(group.writes, group.bytes);
  waiting_.fetch_sub(group.writes.size(), std::memory_order_relaxed);
  RunGuarded("a commit", {}, [&] { lane->Commit(group.writes); });
  group.writes.clear();  // answers the writes that an exception left unanswered
  group.bytes = 0;
  Reschedule(lane);
}

// Each thread takes one lane at a time, so that all that are idle share the work.
void CommitPool::StageAll(std::shared_ptr<CommitLane> lane, Group& group, JoinedCommit& commit) {
  for (auto next = std::move(lane); next;
       next = group.IsFull(lanes_max_) ? nullptr : TakeJoiningLane()) {
    const std::size_t begin = group.writes.size();
    next->TakeGroup(group.writes, group.bytes);
    group.lanes.push_back(next);
    // The vector does not grow beyond what is reserved, so spans of it stay valid.
    const auto writes = std::span(group.writes).subspan(begin);
    waiting_.fetch_sub(writes.size(), std::memory_order_relaxed);
    RunGuarded("a commit", {}, [&] { commit.Stage(group.lanes.back(), writes); });
  }
}

void CommitPool::CommitJoined(std::shared_ptr<CommitLane> lane, Group& group) {
  if (lanes_max_ > 1) AwaitReturningWriters();
  std::unique_ptr<JoinedCommit> commit;
  if (!RunGuarded("a commit", {}, [&] { commit = make_commit_(); })) {
    lane->TakeGroup(group.writes, group.bytes);  // to be answered, not tried without end
    waiting_.fetch_sub(group.writes.size(), std::memory_order_relaxed);
    group.writes.clear();
    group.bytes = 0;
    return Reschedule(std::move(lane));
  }
  StageAll(std::move(lane), group, *commit);
  RunGuarded("a commit", {}, [&] { NoteRound(commit->MakeDurable(), group.writes.size()); });
  for (std::size_t i = 0; i < group.lanes.size(); ++i) {
    RunGuarded("a commit", {}, [&] { commit->Finish(i); });
    Reschedule(std::move(group.lanes[i]));
  }
  commit.reset();
  group.lanes.clear();
  group.writes.clear();  // answers the writes that an exception left unanswered
  group.bytes = 0;
}

void CommitPool::Work(Group group) {
  while (auto lane = TakeLane()) {
    if (const auto job = lane->TakeJob()) {
      RunGuarded("a job of a partition file", {}, job);
      Reschedule(std::move(lane));
    } else if (lane->JoinsOthers()) {
      CommitJoined(std::move(lane), group);
    } else {
      CommitAlone(lane, group);
    }
  }
}

}  // namespace rowhouse::sqlite
