#include "table_service/store/sqlite/files/partition_file.h"

#include "base/guarded.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <utility>

namespace rowhouse::sqlite {
namespace {
constexpr std::size_t kIdleReadersMax = 8;
// A point read costs as much as scanning about so many bytes.
constexpr std::size_t kFindBytes = 8U << 10U;
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
  return file_->ReportLocked(error);
}

Result<PartitionFile::Lease> PartitionFile::Borrow(DatabaseOpener::Role wanted) {
  const auto role = opener_.single_connection() ? DatabaseOpener::Role::kWriter : wanted;
  last_used_.store(cache_.Tick(), std::memory_order_relaxed);
  std::unique_ptr<EntityTable> table;
  bool opened = false;
  {
    const MutexLock lock(mutex_);
    auto taken = TakeLocked(wanted);
    if (!taken) return tl::unexpected(std::move(taken.error()));
    table = std::move(*taken);
    ++lent_;
    if (role == DatabaseOpener::Role::kWriter) writer_lent_ = true;
    opened = !is_open_.exchange(true, std::memory_order_relaxed);
  }
  if (role == DatabaseOpener::Role::kWriter) copy_.BeginWrite();
  Lease lease(shared_from_this(), std::move(table), role == DatabaseOpener::Role::kWriter);
  if (opened &&
      !RunGuarded("counting an open file", path_, [this] { cache_.Opened(shared_from_this()); })) {
    is_open_.store(false, std::memory_order_relaxed);  // so that its next use counts it
  }
  return lease;
}

Result<std::unique_ptr<EntityTable>> PartitionFile::TakeLocked(DatabaseOpener::Role wanted) {
  const auto role = opener_.single_connection() ? DatabaseOpener::Role::kWriter : wanted;
  if (role == DatabaseOpener::Role::kWriter) {
    while (writer_lent_) returned_.wait(mutex_);
  }
  if (auto refusal = RefusalLocked(wanted)) return tl::unexpected(std::move(*refusal));
  if (role == DatabaseOpener::Role::kWriter && writer_) return std::move(writer_);
  if (role == DatabaseOpener::Role::kReader && !readers_.empty()) {
    auto table = std::move(readers_.back());
    readers_.pop_back();
    return table;
  }
  // Opened under the lock, so that after a crash only one connection recovers the log.
  auto connection = opener_.OpenPartition(path_, role);
  if (!connection) return tl::unexpected(ReportLocked(connection.error()));
  return std::make_unique<EntityTable>(std::move(*connection));
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

Error PartitionFile::ReportLocked(const DbError& error) {
  if (retired_) return Error(ErrorCode::kTableNotFound);
  if (error.kind == DbError::Kind::kBusy) {
    spdlog::warn("partition file {} is held: {}", path_, error.text);
    Error busy(ErrorCode::kServerBusy);
    busy.detail = error.text;
    return busy;
  }
  const bool is_damaged = error.kind == DbError::Kind::kCorrupt;
  if ((is_damaged || error.kind == DbError::Kind::kTooNew) && !std::exchange(unusable_, true)) {
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
  // Closed after the lock is released, like `table`.
  std::vector<std::unique_ptr<EntityTable>> closing_readers;
  std::unique_ptr<EntityTable> closing_writer;
  const MutexLock lock(mutex_);
  --lent_;
  if (is_writer) writer_lent_ = false;
  if (retired_ || (failed && !opener_.in_memory())) {
    // Closing may write, so waiting readers are let in first. Only a single connection must be
    // closed before the next one opens.
    if (opener_.single_connection()) table.reset();
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

void PartitionFile::CloseIfIdle() {
  if (opener_.in_memory()) return;
  // Closed under the lock, so that the file is not opened while it is still being closed.
  const MutexLock lock(mutex_);
  if (lent_ > 0) return;
  readers_.clear();
  writer_.reset();
  is_open_.store(false, std::memory_order_relaxed);
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
