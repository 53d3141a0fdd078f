#include "table_service/store/sqlite/files/partition_file.h"

#include "base/guarded.h"
#include "table_service/store/sqlite/files/disk.h"

#include <chrono>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <utility>

namespace rowhouse::sqlite {
namespace {
constexpr std::size_t kIdleReadersMax = 8;
// A point read costs as much as scanning about so many bytes.
constexpr std::size_t kFindBytes = 8U << 10U;
// Room is made so often before an opening fails for the lack of descriptors.
constexpr int kOpenAttemptsMax = 100;
}  // namespace

PartitionFile::PartitionFile(const DatabaseOpener& opener, FileCache& cache, std::string path,
                             std::unique_ptr<EntityTable> content)
    : opener_(opener),
      cache_(cache),
      path_(std::move(path)),
      is_open_(content != nullptr),
      writer_(std::move(content)) {
  readers_.reserve(kIdleReadersMax);  // so that returning a lease cannot fail
}

PartitionFile::Lease::~Lease() {
  if (!table_) return;
  // A transaction that could not be undone is ended by closing its connection.
  const bool is_spoiled = failed_ || table_->connection().InTransaction();
  file_->Return(std::move(table_), is_writer_, is_spoiled);
}

Error PartitionFile::Lease::Fail(const DbError& error) {
  failed_ = true;
  const MutexLock lock(file_->mutex_);
  // A commit that failed may have left its changes in the log, which a later connection would find.
  if (is_writer_ && error.kind == DbError::Kind::kIo) file_->log_is_known_ = false;
  return file_->ReportLocked(error, is_fresh_);
}

Result<PartitionFile::Lease> PartitionFile::Borrow(DatabaseOpener::Role wanted) {
  const auto role = opener_.single_connection() ? DatabaseOpener::Role::kWriter : wanted;
  last_used_.store(cache_.open_files().Tick(), std::memory_order_relaxed);
  Opening opening;
  std::unique_ptr<EntityTable> table;
  bool opened = false;
  bool is_fresh = false;
  for (;;) {
    {
      const MutexLock lock(mutex_);
      auto taken = TakeIdleLocked(wanted);
      is_fresh = taken && !*taken;
      if (is_fresh) taken = OpenLocked(role, opening);
      if (!taken) return tl::unexpected(std::move(taken.error()));
      table = std::move(*taken);
      if (table) {
        ++lent_;
        if (role == DatabaseOpener::Role::kWriter) writer_lent_ = true;
        opened = !is_open_.exchange(true, std::memory_order_relaxed);
        break;
      }
    }
    if (auto made = MakeRoom(opening); !made) return tl::unexpected(std::move(made.error()));
  }
  if (role == DatabaseOpener::Role::kWriter) copy_.BeginWrite();
  Lease lease(shared_from_this(), std::move(table), role == DatabaseOpener::Role::kWriter,
              is_fresh);
  if (opened &&
      !RunGuarded("counting an open file", path_, [this] { cache_.Opened(shared_from_this()); })) {
    is_open_.store(false, std::memory_order_relaxed);  // so that its next use counts it
  }
  return lease;
}

Status PartitionFile::MakeRoom(Opening& opening) {
  if (!opening.slot) {
    opening.slot = cache_.open_files().Take();
    if (opening.slot) return {};
    Error busy(ErrorCode::kServerBusy);
    busy.detail = path_ + ": too many files are in use to open it; raise the limit, ulimit -n";
    return tl::unexpected(std::move(busy));
  }
  const DbError& failure = *opening.failure;
  const int attempt = ++opening.attempts;
  if (failure.kind == DbError::Kind::kFull) {
    if (attempt < FileCache::kSpaceAttemptsMax && cache_.MakeSpace()) return {};
  } else if (attempt < kOpenAttemptsMax) {
    cache_.open_files().MakeRoom();
    return {};
  }
  const MutexLock lock(mutex_);
  return tl::unexpected(ReportLocked(failure, true));
}

Result<std::unique_ptr<EntityTable>> PartitionFile::TakeIdleLocked(DatabaseOpener::Role wanted) {
  const auto role = opener_.single_connection() ? DatabaseOpener::Role::kWriter : wanted;
  if (role == DatabaseOpener::Role::kWriter) {
    while (writer_lent_) returned_.wait(mutex_);
  }
  if (auto refusal = RefusalLocked(wanted)) return tl::unexpected(std::move(*refusal));
  if (role == DatabaseOpener::Role::kWriter && writer_) {
    writer_->connection().SetPatience(Patience());
    return std::move(writer_);
  }
  if (role == DatabaseOpener::Role::kReader && !readers_.empty()) {
    auto table = std::move(readers_.back());
    readers_.pop_back();
    return table;
  }
  return nullptr;
}

// Under the lock, so that after a crash only one connection recovers the log.
Result<std::unique_ptr<EntityTable>> PartitionFile::OpenLocked(DatabaseOpener::Role role,
                                                               Opening& opening) {
  if (!opening.slot) return nullptr;
  DbStatus done;
  if (!log_is_known_ && opener_.syncs_files() && LogBytesOf(path_) > 0) {
    done = opener_.WriteBackLog(path_, Patience());
  }
  log_is_known_ = done.has_value();
  if (done) {
    auto connection = opener_.OpenPartition(path_, role, Patience());
    if (connection) {
      return std::make_unique<EntityTable>(std::move(*connection), std::move(opening.slot));
    }
    done = tl::unexpected(std::move(connection.error()));
  }
  const auto kind = done.error().kind;
  if (kind != DbError::Kind::kNoDescriptors && kind != DbError::Kind::kFull) {
    return tl::unexpected(ReportLocked(done.error(), true));
  }
  opening.failure = std::move(done.error());
  return nullptr;
}

// Who waited in vain once has waited for all that come next.
std::chrono::milliseconds PartitionFile::Patience() const {
  return is_held_ ? std::chrono::milliseconds(0) : kPartitionPatience;
}

std::optional<Error> PartitionFile::RefusalLocked(DatabaseOpener::Role role) const {
  if (retired_) return Error(ErrorCode::kTableNotFound);
  if (unusable_)
    return Error::Internal(fmt::format("{}: unusable, see the earlier line about it", path_));
  if (behind_ && role == DatabaseOpener::Role::kReader) {
    return Error::Internal(fmt::format("{}: does not have its latest writes yet", path_));
  }
  return std::nullopt;
}

Error PartitionFile::ReportLocked(const DbError& error, bool is_fresh) {
  if (retired_) return Error(ErrorCode::kTableNotFound);
  if (error.kind == DbError::Kind::kNoDescriptors) {
    Error busy(ErrorCode::kServerBusy);
    busy.detail = error.text;
    return busy;
  }
  if (error.kind == DbError::Kind::kBusy) {
    if (!is_held_.exchange(true)) {
      spdlog::warn("partition file {} is held: {}. Until it is free, what needs it is refused",
                   path_, error.text);
    }
    Error busy(ErrorCode::kServerBusy);
    busy.detail = error.text;
    return busy;
  }
  if (error.kind == DbError::Kind::kFull) cache_.reserve().GiveUp();
  const bool is_damaged = error.kind == DbError::Kind::kCorrupt;
  if (is_damaged && !is_fresh) {
    spdlog::error("partition file {} failed and is opened anew: {}", path_, error.text);
    if (!opener_.in_memory()) {
      readers_.clear();
      writer_.reset();
    }
  } else if ((is_damaged || error.kind == DbError::Kind::kTooNew) &&
             !std::exchange(unusable_, true)) {
    spdlog::error("partition file {} is {} and not used until the next start: {}", path_,
                  is_damaged ? "damaged" : "too new", error.text);
  } else {
    spdlog::error("partition file {} failed: {}", path_, error.text);
  }
  return Error::Internal(error.text);
}

void PartitionFile::Return(std::unique_ptr<EntityTable> table, bool is_writer,
                           bool failed) noexcept {
  if (is_writer) copy_.EndWrite();
  const bool is_kept = opener_.in_memory() || !cache_.open_files().IsScarce();
  table->CountPages();
  cache_.open_files().LimitPages();
  // Closed after the lock is released.
  std::vector<std::unique_ptr<EntityTable>> closing_readers;
  std::unique_ptr<EntityTable> closing_writer;
  std::unique_ptr<EntityTable> closing;
  bool is_last = false;  // `closing`, of the connections to a file that stays
  {
    const MutexLock lock(mutex_);
    --lent_;
    if (is_writer) {
      writer_lent_ = false;
      if (!failed) is_held_.store(false);
    }
    if (retired_ || !is_kept || (failed && !opener_.in_memory())) {
      closing = std::move(table);
      is_last = !retired_ && lent_ == 0 && !writer_ && readers_.empty();
      // Closing may write, so waiting readers are let in first. Only a single connection must be
      // closed before the next one opens.
      if (opener_.single_connection()) {
        if (std::exchange(is_last, false) && !CopiesBackAtLast(*closing)) log_is_known_ = false;
        closing.reset();
      }
    } else if (is_writer) {
      writer_ = std::move(table);
    } else if (readers_.size() < kIdleReadersMax) {
      readers_.push_back(std::move(table));
    }
    // Wakes all, because a single one might be refused and would not wake the next.
    if (is_writer) returned_.notify_all();
    if (lent_ == 0 && retired_) {
      closing_readers = std::move(readers_);
      closing_writer = std::move(writer_);
    }
  }
  if (is_last && !CopiesBackAtLast(*closing)) {
    const MutexLock lock(mutex_);
    log_is_known_ = false;
  }
}

Result<std::optional<store::EntityRecord>> PartitionFile::Find(std::string_view partition,
                                                               std::string_view row) {
  if (const auto rows = Rows()) {
    std::optional<store::EntityRecord> found;
    if (const std::size_t at = rows->LowerBound(partition, row); at < rows->size()) {
      const StoredRow stored = (*rows)[at];
      if (stored.partition == partition && stored.row == row) {
        found.emplace(store::EntityRecord{.timestamp = DateTime{stored.timestamp},
                                          .properties = std::string(stored.properties)});
      }
    }
    CountRead(kFindBytes);
    return found;
  }
  auto lease = Read();
  if (!lease) return tl::unexpected(std::move(lease.error()));
  auto found = (*lease)->Find(partition, row);
  if (!found) return tl::unexpected(lease->Fail(found.error()));
  CountRead(kFindBytes);
  return *std::move(found);
}

std::shared_ptr<const FileRows> PartitionFile::Rows() { return behind_ ? nullptr : copy_.Get(); }

void PartitionFile::CountRead(std::size_t bytes) noexcept {
  if (!cache_.rows().is_enabled() || opener_.single_connection() || !copy_.CountRead(bytes)) return;
  if (!RunGuarded("a copy of the rows", path_,
                  [this] { cache_.rows().Post(shared_from_this()); })) {
    copy_.EndCopy(std::nullopt, nullptr);
  }
}

bool PartitionFile::CopiesBackAtLast(EntityTable& table) noexcept {
  if (!opener_.syncs_files()) return true;
  bool is_copied = false;
  RunGuarded("a checkpoint", path_, [&] {
    is_copied = CopyBackLog(table.connection(), DbConnection::CheckpointMode::kPassive).has_value();
  });
  return is_copied;
}

std::size_t PartitionFile::CloseIdle() {
  if (opener_.in_memory()) return 0;
  // Closed under the lock, so that the file is not opened while it is still being closed.
  const MutexLock lock(mutex_);
  const std::size_t closed = readers_.size() + (writer_ ? 1 : 0);
  if (closed > 0 && lent_ == 0 && !retired_ &&
      !CopiesBackAtLast(writer_ ? *writer_ : *readers_.back())) {
    log_is_known_ = false;
  }
  readers_.clear();
  writer_.reset();
  if (lent_ == 0) is_open_.store(false, std::memory_order_relaxed);
  return closed;
}

void PartitionFile::DropIdlePages() {
  const auto drop = [](EntityTable& table) {
    table.connection().DropPages();
    table.CountPages();
  };
  const MutexLock lock(mutex_);
  for (const auto& reader : readers_) drop(*reader);
  if (writer_) drop(*writer_);
}

void PartitionFile::Retire() noexcept {
  std::vector<std::unique_ptr<EntityTable>> closing_readers;
  std::unique_ptr<EntityTable> closing_writer;
  {
    const MutexLock lock(mutex_);
    retired_ = true;
    copy_.Close();
    if (lent_ == 0) {
      closing_readers = std::move(readers_);
      closing_writer = std::move(writer_);
    }
    is_open_.store(false, std::memory_order_relaxed);
  }
}

int PartitionFile::lent() {
  const MutexLock lock(mutex_);
  return lent_;
}

bool PartitionFile::is_retired() {
  const MutexLock lock(mutex_);
  return retired_;
}

DbStatus PartitionFile::SyncLog() {
  if (behind_) {
    const MutexLock lock(mutex_);
    return tl::unexpected(DbError{unusable_ ? DbError::Kind::kCorrupt : DbError::Kind::kIo,
                                  fmt::format("{}: does not have its latest writes yet", path_)});
  }
  const MutexLock lock(sync_mutex_);
  return opener_.SyncLog(path_, log_is_lost_);
}

DbResult<DbConnection::Checkpointed> PartitionFile::CopyBackLog(DbConnection& connection,
                                                                DbConnection::CheckpointMode mode) {
  // A sync of the log that begins after one here has failed must not report a success.
  const MutexLock lock(sync_mutex_);
  const bool was_lost = std::exchange(log_is_lost_, true);  // also if this throws
  auto copied = connection.Checkpoint(mode);
  if (copied) log_is_lost_ = was_lost;
  return copied;
}

DbStatus PartitionFile::SyncWhole() {
  {
    const MutexLock lock(sync_mutex_);
    if (is_lost_) {
      return tl::unexpected(DbError{
          DbError::Kind::kIo,
          path_ + ": could not be synced; check its disk, and start again to build it anew"});
    }
    if (auto synced = opener_.SyncFile(path_); !synced) {
      is_lost_ = true;
      return synced;
    }
  }
  return SyncLog();
}

std::optional<FileSize> PartitionFile::KnownSize() {
  const MutexLock lock(mutex_);
  return size_changes_ == changes() ? size_ : std::nullopt;
}

void PartitionFile::RememberSize(std::uint64_t changes, const FileSize& size) {
  const MutexLock lock(mutex_);
  size_ = size;
  size_changes_ = changes;
}

}  // namespace rowhouse::sqlite
