#include "table_service/store/sqlite/group_commit.h"

#include "base/guarded.h"
#include "table_service/store/sqlite/change_set.h"
#include "table_service/store/sqlite/checkpoint.h"
#include "table_service/store/sqlite/files/disk.h"
#include "table_service/store/sqlite/journal/commit_journal.h"
#include "table_service/store/sqlite/shared_file.h"

#include <chrono>
#include <memory>
#include <optional>
#include <spdlog/spdlog.h>
#include <utility>
#include <vector>

namespace rowhouse::sqlite {
namespace {

// The most that an operation adds to the log of a file, apart from its properties: a page for each level
// of the tree, and another when one is split.
constexpr std::size_t kChangeBytes = 4 * kPageBytes;

// The writes of one file, applied in an open transaction.
class StagedFile {
 public:
  StagedFile(StoreContext& context, std::shared_ptr<FileLane> lane, std::span<PendingWrite> writes)
      : context_(context), lane_(std::move(lane)), writes_(writes) {}

  // Returns false if nothing is to be committed, because the writes have been refused or posted to
  // other lanes.
  bool Stage(JournalRecords& records) {
    Table& table = lane_->table();
    if (table.is_deleted()) return Refuse(Error(ErrorCode::kTableNotFound));
    if (lane_->is_shared()) writes_ = KeepShared(table, *lane_, writes_, outgrown_);
    if (writes_.empty()) return false;
    if (lane_->log().is_full) return Refuse(LogIsFull());
    if (lane_->file()->is_behind() && !CatchUp(*lane_)) {
      return Refuse(
          Error::Internal(lane_->file()->path() + ": does not have its latest writes yet"));
    }
    auto lease = lane_->file()->Write();
    if (!lease) return Refuse(lease.error());
    lease_.emplace(std::move(*lease));
    begin_ = records.Mark();
    if (auto applied = Apply(records); !applied) {
      records.Rewind(begin_);
      const Error error = lease_->Fail(applied.error());
      Undo();
      return Refuse(error);
    }
    end_ = records.Mark();
    return true;
  }

  // Undoes the transaction.
  bool Refuse(const Error& error) {
    Undo();
    RefuseAll(writes_, error);
    return false;
  }

  // `records` are durable, unless there is no journal.
  void Commit(const JournalRecords& records) {
    DbStatus committed = tl::unexpected(DbError{});  // for an exception
    RunGuarded("a commit", lane_->file()->path(), [&] { committed = transaction_->Commit(); });
    const bool is_full = !committed && committed.error().kind == DbError::Kind::kFull;
    if (is_full && end_ > begin_) committed = CommitAgain(records, std::move(committed));
    if (!committed) return Fail(committed.error(), records);
    transaction_.reset();
    const int wal_pages = (*lease_)->connection().WalPages();
    lane_->file()->CountChange();
    // The lease is returned before the answers: a client may read the file as soon as it is answered.
    lease_.reset();
    // Nothing throws after the commit, so that committed writes are not reported as failed.
    AnswerAll();
    RunGuarded("what follows a commit", lane_->file()->path(), [&] {
      if (context_.checkpoints) context_.checkpoints->AfterCommit(lane_, wal_pages);
      if (!outgrown_.empty()) MoveOutgrownLater(lane_, std::move(outgrown_));
    });
  }

  const std::shared_ptr<PartitionFile>& file() const { return lane_->file(); }
  std::size_t CountOperations() const {
    std::size_t count = 0;
    for (const auto& write : writes_) count += write.changes->operations.size();
    return count;
  }
  std::size_t size() const { return writes_.size(); }

 private:
  Error LogIsFull() const {
    Error busy(ErrorCode::kServerBusy);
    busy.detail = lane_->file()->path() + ": its write-ahead log may not grow any more";
    return busy;
  }

  DbStatus Apply(JournalRecords& records) {
    EntityTable& table = **lease_;
    auto transaction = DbTransaction::Begin(table.connection(), DbTransaction::Kind::kWrite);
    if (!transaction) return tl::unexpected(transaction.error());
    transaction_.emplace(std::move(*transaction));
    const bool keeps_records = context_.journal || context_.files.reserve().bytes() > 0;
    const ApplyTarget target{.table = table,
                             .table_id = lane_->table().id(),
                             .clock = *context_.clock,
                             .records = keeps_records ? &records : nullptr};
    results_.reserve(writes_.size());
    for (const auto& write : writes_) {
      auto result = ApplyChangeSet(target, *write.changes, write.partition_key);
      if (!result) return tl::unexpected(result.error());
      results_.push_back(std::move(*result));
    }
    return {};
  }

  // The records are made in the file, with more disk space.
  DbStatus CommitAgain(const JournalRecords& records, DbStatus failed) {
    transaction_.reset();
    RunGuarded("a commit", lane_->file()->path(), [&] {
      bool is_first = true;
      failed = context_.files.WithSpace([&]() -> DbStatus {
        if (std::exchange(is_first, false)) return failed;
        return ApplyRecords(**lease_, records.Bytes(begin_).substr(0, end_ - begin_));
      });
    });
    return failed;
  }

  void Fail(const DbError& error, const JournalRecords& records) {
    // The journal has the change, so it will be made, here or at the next start. Until then nobody
    // may see the file without it. First, since the rest may throw.
    if (context_.journal && end_ > begin_) {
      lane_->FallBehind(records.Bytes(begin_).substr(0, end_ - begin_));
    }
    const Error failure = lease_->Fail(error);
    Undo();
    if (lane_->file()->is_behind() && CatchUp(*lane_)) return AnswerAll();
    RefuseAll(writes_, failure);
  }

  void AnswerAll() {
    for (std::size_t i = 0; i < writes_.size(); ++i) writes_[i].Answer(std::move(results_[i]));
  }

  void Undo() {
    transaction_.reset();
    lease_.reset();
  }

  StoreContext& context_;
  const std::shared_ptr<FileLane> lane_;
  std::span<PendingWrite> writes_;
  std::set<std::string> outgrown_;  // partitions of the shared file that may be too large for it
  std::vector<ApplyResult> results_;
  std::optional<PartitionFile::Lease> lease_;
  std::optional<DbTransaction> transaction_;
  std::size_t begin_ = 0;  // of the records
  std::size_t end_ = 0;
};

class GroupCommit final : public JoinedCommit {
 public:
  explicit GroupCommit(StoreContext& context) : context_(context) {
    if (context.journal) participant_.emplace(*context.journal);
  }

  void Stage(const std::shared_ptr<CommitLane>& lane, std::span<PendingWrite> writes) override {
    files_.push_back(nullptr);
    const std::size_t mark = records_.Mark();
    auto file =
        std::make_unique<StagedFile>(context_, std::static_pointer_cast<FileLane>(lane), writes);
    // One file's failure is not another's.
    const bool done = RunGuarded("a commit", file->file()->path(), [&] {
      if (file->Stage(records_)) files_.back() = std::move(file);
    });
    if (!done) records_.Rewind(mark);
  }

  Durable MakeDurable() override {
    begin_ = std::chrono::steady_clock::now();
    if (const auto in_place = context_.opener.CheckInPlace(); !in_place) {
      RefuseFiles(in_place.error());
      return {};
    }
    if (!participant_ || records_.IsEmpty()) {
      may_commit_ = true;
      return {};
    }
    std::vector<std::shared_ptr<PartitionFile>> changed;
    for (const auto& file : files_) {
      if (file) changed.push_back(file->file());
    }
    auto written = HasSpace() ? Write(changed) : tl::unexpected(DiskIsFull());
    if (!written) {
      RefuseFiles(written.error());
      return {};
    }
    written_.emplace(std::move(*written));
    may_commit_ = true;
    return {.round = written_->round(), .time = std::chrono::steady_clock::now() - begin_};
  }

  void Finish(std::size_t index) override {
    const auto file = std::move(files_.at(index));
    if (!file || !may_commit_) return;
    file->Commit(records_);
    context_.meter.Count(file->size(), std::chrono::steady_clock::now() - begin_);
  }

 private:
  // What the journal has must fit into the files. What fits into the reserve need not be asked about,
  // unless that has been given up.
  bool HasSpace() {
    SpaceReserve& reserve = context_.files.reserve();
    std::size_t needed = 2 * records_.Bytes().size();
    for (const auto& file : files_) {
      if (file) needed += kChangeBytes * file->CountOperations();
    }
    if (needed <= (reserve.is_given_up() ? 0 : reserve.bytes() / 4) || reserve.bytes() == 0) {
      return true;
    }
    return context_.files
        .WithSpace([&]() -> DbStatus {
          if (FreeBytes(context_.options.folder) >= needed) return {};
          return tl::unexpected(DiskIsFull());
        })
        .has_value();
  }

  void RefuseFiles(const DbError& error) {
    for (auto& file : files_) {
      if (file) file->Refuse(Error::Internal(error.text));
      file.reset();
    }
  }

  DbError DiskIsFull() const {
    return {.kind = DbError::Kind::kFull,
            .text = context_.options.folder.string() + ": the disk is full; free space on it"};
  }

  DbResult<WrittenRecords> Write(CommitJournal::Files changed) {
    std::optional<WrittenRecords> written;
    auto done = context_.files.WithSpace([&]() -> DbStatus {
      auto result = is_written_ ? context_.journal->Write(records_, changed, {})
                                : participant_->Write(records_, changed);
      is_written_ = true;
      if (!result) return tl::unexpected(result.error());
      written.emplace(std::move(*result));
      return {};
    });
    if (!done) return tl::unexpected(std::move(done.error()));
    return std::move(*written);
  }

  StoreContext& context_;
  std::optional<JournalParticipant> participant_;
  JournalRecords records_;
  bool is_written_ = false;                // the participant has written, or has failed to
  bool may_commit_ = false;                // MakeDurable() has succeeded, and did not throw
  std::optional<WrittenRecords> written_;  // until all files are committed
  std::vector<std::unique_ptr<StagedFile>> files_;  // null: nothing to commit
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace

std::unique_ptr<JoinedCommit> MakeGroupCommit(StoreContext& context) {
  return std::make_unique<GroupCommit>(context);
}

bool CatchUp(FileLane& lane) {
  // They could not be kept for lack of memory, so only the next start can make them.
  if (lane.missing_records().empty()) return false;
  auto lease = lane.file()->Write();
  if (!lease) return false;
  const auto done = ApplyRecords(**lease, lane.missing_records());
  if (!done) {
    static_cast<void>(lease->Fail(done.error()));
    return false;
  }
  lane.CaughtUp();
  spdlog::info("partition file {} has its latest writes again", lane.file()->path());
  return true;
}

}  // namespace rowhouse::sqlite
