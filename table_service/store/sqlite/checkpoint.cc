#include "table_service/store/sqlite/checkpoint.h"

#include "base/guarded.h"

#include <algorithm>
#include <spdlog/spdlog.h>
#include <string_view>
#include <utility>

namespace rowhouse::sqlite {
namespace {

using CheckpointMode = DbConnection::CheckpointMode;

constexpr int kPausePages = 8000;
constexpr std::chrono::milliseconds kPauseMax{100};
constexpr std::chrono::milliseconds kPauseStep{5};
constexpr std::chrono::seconds kLookTime{1};

int FullPages(const StoreContext& context) {
  return static_cast<int>(
      std::min<std::size_t>(context.options.log_bytes_max / kPageBytes, 1U << 30U));
}

// From so many pages on, writes pause until nobody needs the log.
int PausePages(const StoreContext& context) {
  return std::min(kPausePages, FullPages(context) / 2);
}

std::size_t MiB(int pages) { return static_cast<std::size_t>(pages) * kPageBytes >> 20U; }

// Empties the log if nobody reads or writes the file right now.
DbResult<DbConnection::Checkpointed> Empty(PartitionFile::Lease& lease) {
  DbConnection& connection = lease->connection();
  connection.SetPatience(std::chrono::milliseconds(0));
  auto done = lease.file().CopyBackLog(connection, CheckpointMode::kTruncate);
  connection.SetPatience(kPartitionPatience);
  return done;
}

}  // namespace

void Checkpoints::AfterCommit(const Lane& lane, int pages) {
  LogState& log = lane->log();
  log.pages = pages;
  const bool is_full = pages >= FullPages(context_);
  if (is_full) log.is_full = true;
  // With a full disk the log does not grow if it is copied back each time.
  const bool is_scarce = context_.files.reserve().is_given_up();
  if (!log.pace.IsDue(pages) && !is_full && !is_scarce) return;
  if (log.is_pending.exchange(true)) return;
  const bool is_posted = RunGuarded("posting a checkpoint", lane->file()->path(), [&] {
    const MutexLock lock(mutex_);
    waiting_.push_back(lane);
    changed_.notify_one();
  });
  if (!is_posted) log.is_pending = false;
}

void Checkpoints::Stop() {
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_one();
  if (thread_.joinable()) thread_.join();
}

bool Checkpoints::Await() {
  const MutexLock lock(mutex_);
  const auto end = paused_.empty() ? next_look_ : Clock::now() + kPauseStep;
  while (!stopping_ && waiting_.empty() && pausing_.empty()) {
    if (paused_.empty() && watched_.empty()) {
      changed_.wait(mutex_);
    } else if (changed_.wait_until(mutex_, end) == std::cv_status::timeout) {
      break;
    }
  }
  return !stopping_;
}

void Checkpoints::Work() {
  while (Await()) {
    RunGuarded("a checkpoint", {}, [this] {
      TryPaused();
      if (const Lane lane = TakeNext()) CopyBack(lane);
      LookAtWatched();
    });
  }
  for (const auto& paused : paused_) context_.pool->Resume(paused.lane);
  const MutexLock lock(mutex_);
  for (const auto& lane : pausing_) context_.pool->Resume(lane);
}

Checkpoints::Lane Checkpoints::TakeNext() {
  const MutexLock lock(mutex_);
  if (waiting_.empty()) return nullptr;
  Lane lane = std::move(waiting_.front());
  waiting_.pop_front();
  return lane;
}

// A failure only lets the log grow; a later commit tries again.
void Checkpoints::CopyBack(const Lane& lane) {
  LogState& log = lane->log();
  bool can_be_emptied = true;
  // Only where readers have connections of their own can this go on beside the writer.
  if (!context_.opener.single_connection()) {
    const auto lease = lane->file()->Read();
    if (!lease) return Done(lane);
    const auto copied = lane->file()->CopyBackLog((*lease)->connection(), CheckpointMode::kPassive);
    // The readers of this process end soon.
    can_be_emptied = copied && (copied->is_done || lane->file()->lent() > 1);
  }
  const bool is_long = log.pages >= PausePages(context_) && !context_.opener.single_connection();
  if (is_long && !can_be_emptied) {
    Blocked(lane);
    return Done(lane);
  }
  const bool is_posted = RunGuarded("posting a checkpoint", lane->file()->path(), [&] {
    context_.pool->PostJob(lane, [this, lane, is_long] {
      if (is_long) {
        PauseInLane(lane);
      } else {
        FinishInLane(lane);
      }
    });
  });
  if (!is_posted) Done(lane);
}

void Checkpoints::FinishInLane(const Lane& lane) {
  RunGuarded("a checkpoint", lane->file()->path(), [&] {
    const auto lease = lane->file()->Write();
    if (!lease) return;
    DbConnection& connection = (*lease)->connection();
    const int pages = connection.WalPages();
    const auto copied = lane->file()->CopyBackLog(connection, CheckpointMode::kPassive);
    if (!copied || !copied->is_done) lane->log().pace.Postpone(pages);
  });
  Done(lane);
}

void Checkpoints::PauseInLane(const Lane& lane) {
  const MutexLock lock(mutex_);
  if (stopping_) return Done(lane);
  pausing_.push_back(lane);  // first, since it may throw
  CommitPool::Pause(lane);
  changed_.notify_one();
}

void Checkpoints::TryPaused() {
  {
    const MutexLock lock(mutex_);
    for (; !pausing_.empty(); pausing_.pop_front()) {
      paused_.push_back({.lane = pausing_.front(), .end = Clock::now() + kPauseMax});
    }
  }
  std::erase_if(paused_, [this](const Paused& paused) {
    const Lane& lane = paused.lane;
    bool goes_on = true;  // also if the file cannot be read, or this throws
    RunGuarded("a checkpoint", lane->file()->path(), [&] {
      auto lease = lane->file()->Read();
      if (!lease) return;
      const auto emptied = Empty(*lease);
      if (emptied && emptied->is_done) {
        lane->log().pages = 0;
        return Shortened(lane);
      }
      goes_on = !emptied || lane->file()->lent() <= 1 || Clock::now() >= paused.end;
      if (goes_on) Blocked(lane);
    });
    if (!goes_on) return false;
    Done(lane);
    context_.pool->Resume(lane);
    return true;
  });
}

void Checkpoints::LookAtWatched() {
  if (watched_.empty() || Clock::now() < next_look_) return;
  next_look_ = Clock::now() + kLookTime;
  std::erase_if(watched_, [](const Lane& lane) { return lane->file()->is_retired(); });
  for (const auto& lane : std::vector<Lane>(watched_)) {
    if (lane->log().pages < PausePages(context_)) {
      Shortened(lane);  // begun anew by a commit
    } else if (!lane->log().is_pending.exchange(true)) {
      CopyBack(lane);
    }
  }
}

void Checkpoints::Shortened(const Lane& lane) {
  LogState& log = lane->log();
  log.pace.Hasten();
  const bool was_full = log.is_full.exchange(false);
  log.refusal_is_logged = false;
  if (std::erase(watched_, lane) == 0 && !was_full) return;
  spdlog::info("{}: its write-ahead log has been copied back{}", lane->file()->path(),
               was_full ? "; writes to this file are accepted again" : "");
}

void Checkpoints::Blocked(const Lane& lane) {
  LogState& log = lane->log();
  log.pace.Postpone(log.pages);
  if (std::find(watched_.begin(), watched_.end(), lane) == watched_.end()) {
    watched_.push_back(lane);
    next_look_ = Clock::now() + kLookTime;
    spdlog::warn(
        "{}: its write-ahead log has grown to {} MiB and cannot be copied back while another "
        "program reads the file: end its transaction, such as one that is open in a sqlite3 shell "
        "(`fuser {}` names the processes). From {} MiB on writes to this file are refused",
        lane->file()->path(), MiB(log.pages), lane->file()->path(), MiB(FullPages(context_)));
  }
  if (log.is_full && !std::exchange(log.refusal_is_logged, true)) {
    spdlog::error(
        "{}: its write-ahead log has grown to {} MiB: writes to this file are refused "
        "until nobody reads an earlier state of it",
        lane->file()->path(), MiB(log.pages));
  }
}

void Checkpoints::Done(const Lane& lane) { lane->log().is_pending = false; }

}  // namespace rowhouse::sqlite
