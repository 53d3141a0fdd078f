#pragma once
// Opens all SQLite files; knows the VFS and the PRAGMAs of each sync mode.
// docs/on-disk-format.md.

#include "table_service/store/account_store.h"
#include "table_service/store/sqlite/files/db_connection.h"

#include <cstdint>
#include <string>
#include <utility>

namespace rowhouse::sqlite {

using store::SyncMode;

struct DatabaseOptions {
  SyncMode sync = SyncMode::kFull;
  bool in_memory = false;  // no file is used; a database lives as long as its connection
  // Commits of partition files are made durable by a journal. What SQLite needs to keep the files
  // sound after a power failure is still synced.
  bool journaled = false;
  bool exclusive = false;  // one connection per file, which keeps it locked from its first use
  std::string vfs = {};    // name of the SQLite VFS; empty: the default one
};

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
  // Opens a partition file that the catalog names, upgrading it like the catalog. REQUIRES:
  // !in_memory()
  DbResult<DbConnection> OpenPartition(const std::string& path, Role role) const;

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
  // Makes a database without its log durable.
  DbStatus SyncFile(const std::string& path) const;

  // Returns true if the readers and the writer of a file share one connection.
  bool single_connection() const { return options_.in_memory || options_.exclusive; }
  bool in_memory() const { return options_.in_memory; }
  bool journaled() const { return options_.journaled; }
  // Returns true if a file must be synced before the catalog names it.
  bool syncs_files() const { return !options_.in_memory && options_.sync != SyncMode::kOff; }

 private:
  DbResult<DbConnection> OpenConfigured(const std::string& path, SyncMode sync) const;
  bool WriteBackLog(const std::string& path) const;
  DbStatus Configure(DbConnection& connection, SyncMode sync) const;

  const DatabaseOptions options_;
};

}  // namespace rowhouse::sqlite
