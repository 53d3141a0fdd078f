#pragma once
// The one place that opens SQLite files: it knows the VFS and the PRAGMAs of each sync mode.
// docs/on-disk-format.md.

#include "table_service/store/account_store.h"
#include "table_service/store/sqlite/files/sqlite_connection.h"

#include <cstdint>
#include <string>
#include <utility>

namespace rowhouse::sqlite {

using store::SyncMode;

struct DatabaseOptions {
  SyncMode sync = SyncMode::kFull;
  bool in_memory = false;  // no file is used; a database is gone with its connection
  bool exclusive = false;  // one connection a file, which is locked from its first use on
  std::string vfs = {};    // the SQLite VFS underneath, by name; empty: the default one
};

// Threads: const and without state.
class DatabaseOpener {
 public:
  explicit DatabaseOpener(DatabaseOptions options) : options_(std::move(options)) {}

  // The catalog, created when missing. One of an earlier version is brought up to date; see
  // UpgradeFormat(), also for the errors.
  DbResult<Connection> OpenCatalog(const std::string& path) const;

  enum class Role : std::uint8_t { kReader, kWriter };
  // A partition file that the catalog names, brought up to date like the catalog. REQUIRES:
  // !in_memory()
  DbResult<Connection> OpenPartition(const std::string& path, Role role) const;

  // A new, empty partition file that nothing refers to yet: no journal and no sync, so a crash
  // leaves rubbish. REQUIRES: no file at `path` (not looked at when in_memory())
  DbResult<Connection> CreatePartition(const std::string& path) const;

  // To be called last on a connection of CreatePartition(), before it closes: marks the file as one
  // with a write-ahead log, so that nobody has to rewrite it later. REQUIRES: !in_memory()
  DbStatus FinishPartition(Connection& connection) const;

  // One connection a file, for readers and the writer alike.
  bool single_connection() const { return options_.in_memory || options_.exclusive; }
  bool in_memory() const { return options_.in_memory; }
  // Whether a file must reach the disk before the catalog names it.
  bool syncs_files() const { return !options_.in_memory && options_.sync != SyncMode::kOff; }

 private:
  DbStatus Configure(Connection& connection, SyncMode sync) const;

  const DatabaseOptions options_;
};

}  // namespace rowhouse::sqlite
