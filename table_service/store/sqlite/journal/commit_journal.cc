#include "table_service/store/sqlite/journal/commit_journal.h"

#include "base/guarded.h"
#include "base/random.h"
#include "table_service/store/sqlite/files/disk.h"
#include "table_service/store/sqlite/journal/reader.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <spdlog/spdlog.h>
#include <utility>

namespace rowhouse::sqlite {
namespace {
constexpr auto kTick = std::chrono::seconds(1);
// A round waits no longer than this for what was announced, and for no more than these bytes.
constexpr auto kAwaitMax = std::chrono::milliseconds(2);
constexpr std::size_t kRoundBytesMax = std::size_t{16} << 20U;

// A damaged file costs its own partitions only.
bool IsFatal(const DbStatus& settled) {
  return !settled && settled.error().kind != DbError::Kind::kCorrupt;
}

}  // namespace

CommitJournal::CommitJournal(JournalOptions options, std::uint64_t after)
    : options_(std::move(options)), last_number_(after), thread_([this] { Work(); }) {}

CommitJournal::~CommitJournal() {
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

DbResult<WrittenRecords> CommitJournal::Write(const JournalRecords& records, Files changed,
                                              Files created) {
  const MutexLock lock(mutex_);
  return WriteLocked(records, changed, created);
}

DbResult<WrittenRecords> JournalParticipant::Write(const JournalRecords& records,
                                                   CommitJournal::Files changed) {
  const MutexLock lock(journal_.mutex_);
  is_announced_ = false;
  --journal_.announced_;
  return journal_.WriteLocked(records, changed, {});
}

DbResult<WrittenRecords> CommitJournal::WriteLocked(const JournalRecords& records, Files changed,
                                                    Files created) {
  // Made first, since it may throw, and a round in which others wait must not end so.
  auto round = open_round_ ? open_round_ : std::make_shared<Round>();
  round->changed.insert(round->changed.end(), changed.begin(), changed.end());
  round->created.insert(round->created.end(), created.begin(), created.end());
  round->records += records.Bytes();
  ++round->writers;
  if (open_round_) {
    changed_.notify_all();  // its leader waits for those that were announced
    while (!round->is_done) changed_.wait(mutex_);
  } else {
    open_round_ = round;
    RunLocked(round);
  }
  if (!round->outcome) return tl::unexpected(round->outcome.error());
  return WrittenRecords(*this, round->segment, *round->outcome);
}

void CommitJournal::Announce(int participants) {
  const MutexLock lock(mutex_);
  announced_ += participants;
  if (announced_ == 0) changed_.notify_all();
}

void CommitJournal::AwaitParticipantsLocked() {
  const auto end = std::chrono::steady_clock::now() + kAwaitMax;
  while (announced_ > 0 && open_round_->records.size() < kRoundBytesMax) {
    if (changed_.wait_until(mutex_, end) == std::cv_status::timeout) return;
  }
}

void CommitJournal::RunLocked(const std::shared_ptr<Round>& round) {
  while (is_syncing_) changed_.wait(mutex_);
  AwaitParticipantsLocked();
  open_round_.reset();  // who comes from now on takes part in the next round
  is_syncing_ = true;
  DbStatus done;
  // (The analysis does not see that RunGuarded() calls at once, with the lock held.)
  const bool ended =
      RunGuarded("the commit journal", {},
                 [&]() ROWHOUSE_TS(no_thread_safety_analysis) { done = WriteFrameLocked(*round); });
  // Without a text, since there may be no memory for one: the round must end in any case.
  if (!ended) done = tl::unexpected(DbError{});
  if (done) {
    round->outcome = next_sequence_++;
    round->segment = current_;
    current_->held += round->writers;
  } else {
    if (ended) spdlog::error("the commit journal failed: {}", done.error().text);
    round->outcome = tl::unexpected(std::move(done.error()));
    // At once, so that no restart makes what is refused now; if it fails, the next round tries again.
    if (in_doubt_) {
      RunGuarded("the commit journal", {},
                 [&]() ROWHOUSE_TS(no_thread_safety_analysis) { ResolveLocked(); });
    }
  }
  is_syncing_ = false;
  round->is_done = true;
  changed_.notify_all();
}

DbStatus CommitJournal::WriteFrameLocked(const Round& round) {
  if (auto prepared = PrepareLocked(round.records); !prepared) return prepared;
  // Named first, since that may throw, and a name too many does no harm.
  current_->changed.insert(round.changed.begin(), round.changed.end());
  current_->created.insert(round.created.begin(), round.created.end());
  in_doubt_ = true;
  auto written = AppendUnlocked(*current_, next_sequence_, round.records);
  if (written) in_doubt_ = false;
  return written;
}

DbStatus CommitJournal::AppendUnlocked(Segment& segment, std::uint64_t sequence,
                                       std::string_view records) {
  struct Unlocked {
    explicit Unlocked(Mutex& held) : mutex(held) { mutex.unlock(); }
    ~Unlocked() { mutex.lock(); }
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;
    Mutex& mutex;
  };
  const Unlocked unlocked(mutex_);
  return segment.file.Append(sequence, records);
}

DbStatus CommitJournal::PrepareLocked(std::string_view records) {
  if (in_doubt_) return ResetLocked();
  const bool has_room = current_ && current_->file.HasRoom(records, options_.segment_bytes);
  if (has_room && !must_begin_) return {};
  if (auto waited = WaitForRoomLocked(); !waited) return waited;
  return BeginLocked(false);
}

DbStatus CommitJournal::BeginLocked(bool voids_earlier) {
  // If this fails, the header of the next segment may be on the disk, so that the current one must
  // not grow any more. The next attempt writes the same file.
  must_begin_ = true;
  if (auto made = MakeFolder(options_.folder, true); !made) return made;
  // Whoever made the folder may have been stopped before its name was durable.
  if (!current_) {
    if (auto synced = SyncPath(options_.folder.parent_path()); !synced) return synced;
  }
  const std::uint64_t number = last_number_ + 1;
  if (voids_earlier) first_needed_ = number;
  const auto& oldest = closed_.empty() ? current_ : closed_.front();
  const std::uint64_t oldest_number = oldest ? oldest->file.header().number : number;
  const SegmentHeader header{.number = number,
                             .first_sequence = next_sequence_,
                             .oldest_needed = std::max(oldest_number, first_needed_),
                             .salt = RandomBits()};
  auto file = SegmentWriter::Create((options_.folder / SegmentFileName(number)).string(),
                                    options_.vfs, header);
  if (!file) return tl::unexpected(file.error());
  auto next = std::make_shared<Segment>(Segment{.file = *std::move(file)});
  if (current_) closed_.push_back(current_);
  current_ = std::move(next);
  last_number_ = number;
  must_begin_ = false;
  changed_.notify_all();
  return {};
}

void CommitJournal::ResolveLocked() {
  if (const auto reset = ResetLocked(); !reset) {
    spdlog::error(
        "the commit journal cannot be made certain to forget what was refused: {}. Until it can "
        "be, all "
        "writes are refused",
        reset.error().text);
  }
}

DbStatus CommitJournal::ResetLocked() {
  AwaitChangesLocked();
  // What a damaged file lacks does not keep the others waiting; RetireOldest() keeps its segment.
  for (const auto& segment : closed_) {
    if (auto settled = Settle(*segment); IsFatal(settled)) return settled;
  }
  if (auto settled = Settle(*current_); IsFatal(settled)) return settled;
  if (auto begun = BeginLocked(true); !begun) return begun;
  in_doubt_ = false;
  // They are void; the journal's thread deletes them.
  return {};
}

void CommitJournal::AwaitChangesLocked() {
  const auto is_held = [](const std::shared_ptr<Segment>& segment) { return segment->held > 0; };
  while (is_held(current_) || std::any_of(closed_.begin(), closed_.end(), is_held)) {
    changed_.wait(mutex_);
  }
}

void CommitJournal::Release(Segment& segment) noexcept {
  const MutexLock lock(mutex_);
  --segment.held;
  // Somebody may wait to settle it.
  if (segment.held == 0 && (in_doubt_ || &segment != current_.get())) changed_.notify_all();
}

DbStatus CommitJournal::WaitForRoomLocked() {
  failure_.reset();
  while (closed_.size() + 1 >= options_.segments_max) {
    if (failure_) return tl::unexpected(*failure_);
    changed_.notify_all();
    changed_.wait(mutex_);
  }
  return {};
}

DbStatus CommitJournal::Settle(const Segment& segment) const {
  std::set<std::filesystem::path> folders;
  DbStatus damaged;
  // Goes on after a damaged file, which does not keep the others from being forgotten.
  const auto is_fatal = [&damaged](const DbStatus& done) {
    if (!done && !IsFatal(done)) damaged = done;
    return IsFatal(done);
  };
  for (const auto& file : segment.created) {
    if (file->is_retired()) continue;
    if (auto synced = file->SyncWhole(); is_fatal(synced)) return synced;
    folders.insert(std::filesystem::path(file->path()).parent_path());
  }
  for (const auto& file : segment.changed) {
    if (file->is_retired()) continue;
    if (auto synced = file->SyncLog(); is_fatal(synced)) return synced;
  }
  for (const auto& folder : folders) {
    // The folder of a table that is being deleted may be gone.
    if (auto synced = SyncPath(folder); !synced && IsTaken(folder)) return synced;
  }
  if (!segment.created.empty()) {
    if (auto synced = options_.sync_catalog(); !synced) return synced;
  }
  return damaged;
}

DbStatus CommitJournal::RetireOldest(const std::shared_ptr<Segment>& oldest) {
  auto settled = Settle(*oldest);
  if (settled) {
    if (auto deleted = DeleteFile(oldest->file.path(), options_.vfs); !deleted) return deleted;
  } else if (settled.error().kind == DbError::Kind::kCorrupt) {
    spdlog::error("{}; the writes that it lacks are kept in {}{}", settled.error().text,
                  oldest->file.path(), kKeptExtension);
    if (auto kept = KeepSegment(oldest->file.path()); !kept) return kept;
  } else {
    return settled;
  }
  const MutexLock lock(mutex_);
  std::erase(closed_, oldest);
  return {};
}

void CommitJournal::Work() {
  auto next_tick = std::chrono::steady_clock::now() + kTick;
  for (;;) {
    std::shared_ptr<Segment> oldest;
    {
      const MutexLock lock(mutex_);
      const auto can_retire = [this]() ROWHOUSE_TS(requires_capability(mutex_)) {
        return !closed_.empty() && closed_.front()->held == 0;
      };
      if (!stopping_ && (failure_ || !can_retire())) changed_.wait_until(mutex_, next_tick);
      if (stopping_) return;
      const bool is_due = !failure_ || std::chrono::steady_clock::now() >= next_tick;
      if (is_due && can_retire()) oldest = closed_.front();
    }
    if (std::chrono::steady_clock::now() >= next_tick) {
      next_tick = std::chrono::steady_clock::now() + kTick;
      if (options_.on_tick) RunGuarded("the journal's tick", {}, options_.on_tick);
    }
    if (!oldest) continue;
    DbStatus retired = tl::unexpected(DbError{});  // for an exception; the log has its text
    RunGuarded("retiring a segment of the journal", oldest->file.path(),
               [&] { retired = RetireOldest(oldest); });
    const MutexLock lock(mutex_);
    const bool failed_before = failure_.has_value();
    failure_.reset();
    if (!retired) {
      if (!failed_before && !retired.error().text.empty()) {
        spdlog::error("{} cannot be retired, so the journal grows: {}; trying again",
                      oldest->file.path(), retired.error().text);
      }
      failure_ = std::move(retired.error());
    }
    changed_.notify_all();
  }
}

DbStatus CommitJournal::Close() {
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
  const MutexLock lock(mutex_);
  if (current_) closed_.push_back(std::exchange(current_, nullptr));
  for (const auto& segment : closed_) {
    if (auto settled = Settle(*segment); !settled) return settled;
  }
  for (const auto& segment : closed_) {
    if (auto deleted = DeleteFile(segment->file.path(), options_.vfs); !deleted) return deleted;
  }
  return {};
}

std::uint64_t CommitJournal::Bytes() const {
  const MutexLock lock(mutex_);
  std::uint64_t bytes = current_ ? current_->file.bytes() : 0;
  for (const auto& segment : closed_) bytes += segment->file.bytes();
  return bytes;
}

}  // namespace rowhouse::sqlite
