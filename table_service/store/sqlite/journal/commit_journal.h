#pragma once
// The commit journal of an account: the records of a group of commits, for all partition files
// that they change, become durable by one sync. The files themselves are synced later, in the
// background, and then the journal forgets what they hold.
//
// Why a replay is exact. A partition file is a prefix of its commits, whatever a crash does to it
// (SQLite's write-ahead log). Its commits are in the order of the journal, and none is made before
// its records are durable here. A segment is kept until every file that it names is durable up to
// its end. So what is missing from a file is in the journal, in order, and since records are states,
// applying also those that the file already has changes nothing.
// docs/decisions/2026-11-29-one-commit-journal.md

#include "base/mutex.h"
#include "table_service/store/sqlite/files/partition_file.h"
#include "table_service/store/sqlite/journal/records.h"
#include "table_service/store/sqlite/journal/segment.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <unordered_set>

namespace rowhouse::sqlite {

struct JournalOptions {
  std::filesystem::path folder = {};
  std::string vfs = {};
  std::uint64_t segment_bytes = std::uint64_t{32} << 20U;
  std::size_t segments_max = 4;
  // Makes the catalog durable, which is needed before a new file's records may be forgotten.
  std::function<DbStatus()> sync_catalog = {};
  // Called about every second on the journal's thread.
  std::function<void()> on_tick = {};
};

// Threads: all calls may overlap. Writes that come while others are being made durable, or while
// threads have announced theirs, share a round: one frame and one sync.
class CommitJournal {
 public:
  // Begins an empty journal: `after` is the number of the last segment that was ever in the folder.
  // Nothing is written before the first Write().
  CommitJournal(JournalOptions options, std::uint64_t after);
  ~CommitJournal();
  CommitJournal(const CommitJournal&) = delete;
  CommitJournal& operator=(const CommitJournal&) = delete;

  using Files = std::span<const std::shared_ptr<PartitionFile>>;
  // Makes the records durable and returns the number of the round, at least 1. `changed` and
  // `created` are the files that they name. On success the changes must be made in the files, each in
  // the order of the rounds.
  // After a failure nothing must be changed: if the power fails before the next success, it is
  // unknown whether the records will be replayed; otherwise they never are.
  DbResult<std::uint64_t> Write(const JournalRecords& records, Files changed, Files created);

  // Makes the files durable and deletes the journal. After a failure it stays, and the next start
  // replays it. REQUIRES: no Write() afterwards
  DbStatus Close();

  std::uint64_t Bytes() const;  // of all segments

 private:
  friend class JournalParticipant;

  // What several threads write at once. Guarded by mutex_ until it has begun.
  struct Round {
    std::string records;
    std::vector<std::shared_ptr<PartitionFile>> changed;
    std::vector<std::shared_ptr<PartitionFile>> created;
    bool is_done = false;
    DbResult<std::uint64_t> outcome = 0;
  };
  struct Segment {
    SegmentWriter file;
    std::unordered_set<std::shared_ptr<PartitionFile>> changed = {};
    std::unordered_set<std::shared_ptr<PartitionFile>> created = {};
  };

  void Announce(int participants);
  DbResult<std::uint64_t> WriteLocked(const JournalRecords& records, Files changed, Files created)
      ROWHOUSE_TS(requires_capability(mutex_));
  // Makes a round durable. Releases the lock while it waits for the disk.
  void RunLocked(const std::shared_ptr<Round>& round) ROWHOUSE_TS(requires_capability(mutex_));
  // Only the thread that is syncing uses the last segment, so the lock is not needed meanwhile.
  DbStatus AppendUnlocked(Segment& segment, std::uint64_t sequence, std::string_view records)
      ROWHOUSE_TS(no_thread_safety_analysis);
  void AwaitParticipantsLocked() ROWHOUSE_TS(requires_capability(mutex_));
  // Makes `current_` a segment with room for the records.
  DbStatus PrepareLocked(std::string_view records) ROWHOUSE_TS(requires_capability(mutex_));
  DbStatus BeginLocked(bool voids_earlier) ROWHOUSE_TS(requires_capability(mutex_));
  // Ends a segment whose last frame is in doubt, and all earlier ones.
  DbStatus ResetLocked() ROWHOUSE_TS(requires_capability(mutex_));
  DbStatus WaitForRoomLocked() ROWHOUSE_TS(requires_capability(mutex_));
  // Makes all that the segment names durable.
  DbStatus Settle(const Segment& segment) const;
  void Work();
  // Settles and deletes the oldest closed segment.
  DbStatus RetireOldest(const std::shared_ptr<Segment>& oldest);

  const JournalOptions options_;
  mutable Mutex mutex_;
  std::condition_variable_any changed_;
  std::shared_ptr<Segment> current_ ROWHOUSE_TS(guarded_by(mutex_));
  std::deque<std::shared_ptr<Segment>> closed_ ROWHOUSE_TS(guarded_by(mutex_));
  std::shared_ptr<Round> open_round_ ROWHOUSE_TS(guarded_by(mutex_));  // null: none yet
  bool is_syncing_ ROWHOUSE_TS(guarded_by(mutex_)) = false;
  int announced_ ROWHOUSE_TS(guarded_by(mutex_)) = 0;  // threads that will soon write
  std::uint64_t last_number_ ROWHOUSE_TS(guarded_by(mutex_));
  std::uint64_t next_sequence_ ROWHOUSE_TS(guarded_by(mutex_)) = 1;
  std::uint64_t first_needed_ ROWHOUSE_TS(guarded_by(mutex_)) = 0;  // earlier segments are void
  bool in_doubt_ ROWHOUSE_TS(guarded_by(mutex_)) = false;    // the last frame of `current_` is
  bool must_begin_ ROWHOUSE_TS(guarded_by(mutex_)) = false;  // the next segment, to go on
  std::optional<DbError> failure_ ROWHOUSE_TS(guarded_by(mutex_));  // of the last retirement
  bool stopping_ ROWHOUSE_TS(guarded_by(mutex_)) = false;
  std::thread thread_;
};

// Announces a write, so that the rounds of other threads wait for it for a moment. Used by one thread.
class JournalParticipant {
 public:
  explicit JournalParticipant(CommitJournal& journal) : journal_(journal) { journal_.Announce(1); }
  ~JournalParticipant() {
    if (is_announced_) journal_.Announce(-1);
  }
  JournalParticipant(const JournalParticipant&) = delete;
  JournalParticipant& operator=(const JournalParticipant&) = delete;

  // CommitJournal::Write(), called at most once.
  DbResult<std::uint64_t> Write(const JournalRecords& records, CommitJournal::Files changed);

 private:
  CommitJournal& journal_;
  bool is_announced_ = true;
};

}  // namespace rowhouse::sqlite
