#pragma once
// The commit journal of an account: the records of a group of commits, for all partition files
// that they change, become durable by one sync. The files themselves are synced later, in the
// background, and then the journal forgets what they hold.
//
// Why a replay is exact. A partition file is a prefix of its commits, whatever a crash does to it
// (SQLite's write-ahead log). Its commits are in the order of the journal, and none is made before
// its records are durable here. A segment is kept until every file that it names is durable up to
// its end. So what is missing from a file is in the journal, in order, and since records are states,
// applying also those that the file already has changes nothing. For the same reason a segment is kept
// as long as somebody has yet to make its changes in the files (WrittenRecords).
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
#include <utility>
#include <vector>

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

class WrittenRecords;

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
  // Makes the records durable. `changed` and `created` are the files that they name. On success the
  // changes must be made in the files, each in the order of the rounds, before the result is
  // destroyed; a file in which they could not be made must be behind by then (PartitionFile).
  // After a failure nothing must be changed: if the power fails before the next success, it is
  // unknown whether the records will be replayed; otherwise they never are. The same holds if it
  // throws.
  DbResult<WrittenRecords> Write(const JournalRecords& records, Files changed, Files created);

  // Makes the files durable and deletes the journal. After a failure it stays, and the next start
  // replays it. REQUIRES: no Write() afterwards, and all results of Write() are destroyed
  DbStatus Close();

  std::uint64_t Bytes() const;  // of all segments

 private:
  friend class JournalParticipant;
  friend class WrittenRecords;

  struct Segment {
    SegmentWriter file;
    std::unordered_set<std::shared_ptr<PartitionFile>> changed = {};
    std::unordered_set<std::shared_ptr<PartitionFile>> created = {};
    int held = 0;  // results of Write() that exist. Guarded by the journal's mutex
  };
  // What several threads write at once. Guarded by mutex_ until it has begun.
  struct Round {
    std::string records;
    std::vector<std::shared_ptr<PartitionFile>> changed;
    std::vector<std::shared_ptr<PartitionFile>> created;
    int writers = 0;
    bool is_done = false;
    DbResult<std::uint64_t> outcome = 0;  // the number of the round
    std::shared_ptr<Segment> segment;     // that has the records
  };

  void Announce(int participants);
  DbResult<WrittenRecords> WriteLocked(const JournalRecords& records, Files changed, Files created)
      ROWHOUSE_TS(requires_capability(mutex_));
  // Makes a round durable. Releases the lock while it waits for the disk.
  void RunLocked(const std::shared_ptr<Round>& round) ROWHOUSE_TS(requires_capability(mutex_));
  DbStatus WriteFrameLocked(const Round& round) ROWHOUSE_TS(requires_capability(mutex_));
  // Only the thread that is syncing uses the last segment, so the lock is not needed meanwhile.
  DbStatus AppendUnlocked(Segment& segment, std::uint64_t sequence, std::string_view records)
      ROWHOUSE_TS(no_thread_safety_analysis);
  void AwaitParticipantsLocked() ROWHOUSE_TS(requires_capability(mutex_));
  // Makes `current_` a segment with room for the records.
  DbStatus PrepareLocked(std::string_view records) ROWHOUSE_TS(requires_capability(mutex_));
  DbStatus BeginLocked(bool voids_earlier) ROWHOUSE_TS(requires_capability(mutex_));
  // Ends a segment whose last frame is in doubt, and all earlier ones.
  DbStatus ResetLocked() ROWHOUSE_TS(requires_capability(mutex_));
  // Tries that, and logs a failure.
  void ResolveLocked() ROWHOUSE_TS(requires_capability(mutex_));
  DbStatus WaitForRoomLocked() ROWHOUSE_TS(requires_capability(mutex_));
  // Waits until the changes of all records that are durable have been made.
  void AwaitChangesLocked() ROWHOUSE_TS(requires_capability(mutex_));
  void Release(Segment& segment) noexcept;
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

// Durable records whose changes are being made in the files. The journal keeps them meanwhile. It must
// not outlive the journal, and whoever has one must not write to the journal.
class WrittenRecords {
 public:
  WrittenRecords(WrittenRecords&& other) noexcept = default;
  WrittenRecords& operator=(WrittenRecords&&) = delete;
  ~WrittenRecords() {
    if (segment_) journal_->Release(*segment_);
  }

  std::uint64_t round() const { return round_; }  // at least 1; the order of the changes

 private:
  friend class CommitJournal;
  WrittenRecords(CommitJournal& journal, std::shared_ptr<CommitJournal::Segment> segment,
                 std::uint64_t round) noexcept
      : journal_(&journal), segment_(std::move(segment)), round_(round) {}

  CommitJournal* journal_;
  std::shared_ptr<CommitJournal::Segment> segment_;  // null once moved from
  std::uint64_t round_;
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
  DbResult<WrittenRecords> Write(const JournalRecords& records, CommitJournal::Files changed);

 private:
  CommitJournal& journal_;
  bool is_announced_ = true;
};

}  // namespace rowhouse::sqlite
