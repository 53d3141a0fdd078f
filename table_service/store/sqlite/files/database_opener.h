#pragma once
// Opens all SQLite files; knows the VFS and the PRAGMAs of each sync mode.
// docs/on-disk-format.md.

#include "table_service/store/account_store.h"
#include "table_service/store/sqlite/files/db_connection.h"
#include "table_service/store/sqlite/files/disk.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace rowhouse::sqlite {

using store::SyncMode;

inline constexpr std::size_t kPageBytes = 16384;

struct DatabaseOptions {
  SyncMode sync = SyncMode::kFull;
  bool in_memory = false;  // no file is used; a database lives as long as its connection
  // Commits of partition files are made durable by a journal. What SQLite needs to keep the files
  // sound after a power failure is still synced.
  bool journaled = false;
  bool exclusive = false;  // one connection per file, which keeps it locked from its first use
  std::string vfs = {};    // name of the SQLite VFS; empty: the default one
};

// How long a thread that serves other files, too, waits for a process that holds the lock of one.
inline constexpr std::chrono::milliseconds kPartitionPatience{100};

// Threads: all calls may overlap.
class DatabaseOpener {
 public:
  explicit DatabaseOpener(DatabaseOptions options) : options_(std::move(options)) {}

  // Opens the catalog, creating it if it does not exist and upgrading it if it is of an earlier
  // version. Errors: see UpgradeFormat().
  DbResult<DbConnection> OpenCatalog(const std::string& path) const;

  // Opens the catalog once more, with commits that are not synced. REQUIRES: OpenCatalog() has
  // succeeded, and journaled()
  DbResult<DbConnection> OpenCatalogUnsynced(const std::string& path) const;

  enum class Role : std::uint8_t { kReader, kWriter };
  // Opens a partition file that the catalog names, upgrading it like the catalog. Its connection
  // waits so long for another process. REQUIRES: !in_memory()
  DbResult<DbConnection> OpenPartition(
      const std::string& path, Role role,
      std::chrono::milliseconds patience = kPartitionPatience) const;

  // Creates an empty partition file that nothing refers to yet. It has no journal and is not
  // synced, so a crash may leave it corrupt. REQUIRES: `path` does not exist (ignored if
  // in_memory())
  DbResult<DbConnection> CreatePartition(const std::string& path) const;

  // Must be the last call on a connection from CreatePartition() before it closes. Marks the file
  // as having a write-ahead log, so that it need not be rewritten later. REQUIRES: !in_memory()
  DbStatus FinishPartition(DbConnection& connection) const;

  // Makes the write-ahead log of a database durable. If it cannot be synced, writes it back into the
  // database instead, which succeeds only if that is durable. `is_lost` belongs to the database and
  // begins as false: a log that could be neither synced nor written back is not synced again, since
  // the kernel has forgotten what it could not write, and would report a success.
  // REQUIRES: one call for a database at a time
  DbStatus SyncLog(const std::string& path, bool& is_lost) const;
  // Writes the log that a crash or a failure left back into the database, durably. What the log has may be
  // in memory only: the kernel forgets what it could not write, and reads it all the same.
  // kBusy: another process is reading the database.
  DbStatus WriteBackLog(const std::string& path, std::chrono::milliseconds patience) const;
  // Makes a database without its log durable.
  DbStatus SyncFile(const std::string& path) const;

  // Returns true if the readers and the writer of a file share one connection.
  bool single_connection() const { return options_.in_memory || options_.exclusive; }
  bool in_memory() const { return options_.in_memory; }
  // From now on nothing is opened, made or synced while the folder is not in place. The lock must outlive
  // the last call. REQUIRES: no other call has begun
  void GuardWith(const FolderLock& lock) { lock_ = &lock; }
  // See FolderLock::CheckInPlace(). Must be called before something is made durable by another way.
  DbStatus CheckInPlace() const { return lock_ ? lock_->CheckInPlace() : DbStatus(); }

  bool journaled() const { return options_.journaled; }
  // Returns true if a file must be synced before the catalog names it.
  bool syncs_files() const { return !options_.in_memory && options_.sync != SyncMode::kOff; }

 private:
  // Makes the name of the log, which the open connection has made, survive a power failure. SQLite syncs it,
  // too, but is silent if that fails.
  DbStatus SyncLogName(const std::string& path) const;
  DbResult<DbConnection> Open(const std::string& path, DbConnection::OpenMode mode) const;
  DbResult<DbConnection> OpenConfigured(const std::string& path, SyncMode sync,
                                        std::chrono::milliseconds patience) const;
  DbStatus Configure(DbConnection& connection, SyncMode sync) const;

  const DatabaseOptions options_;
  const FolderLock* lock_ = nullptr;
};

}  // namespace rowhouse::sqlite
