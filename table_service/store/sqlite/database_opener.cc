#include "table_service/store/sqlite/database_opener.h"

#include <fmt/format.h>

namespace rowhouse {
namespace {

// "RHac" and "RHpt" as big-endian numbers, so that `file` and a hex dump show them.
constexpr std::int64_t kCatalogApplicationId = 0x52486163;
constexpr std::int64_t kPartitionApplicationId = 0x52487074;
constexpr std::int64_t kFormatVersion = 1;

constexpr const char* kCatalogSchema = R"(
CREATE TABLE tables(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  folder TEXT NOT NULL UNIQUE,
  has_shared_file INTEGER NOT NULL DEFAULT 0);
CREATE TABLE partition_files(
  table_id INTEGER NOT NULL,
  partition_key TEXT NOT NULL,
  file TEXT NOT NULL,
  leftovers INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY(table_id, partition_key),
  UNIQUE(table_id, file)) WITHOUT ROWID;
CREATE TABLE settings(name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
)";

// Also run over a catalog that was made before there were settings.
constexpr const char* kSettingsSchema = R"(
CREATE TABLE IF NOT EXISTS access_policies(
  table_id INTEGER NOT NULL,
  position INTEGER NOT NULL,
  id TEXT NOT NULL,
  start TEXT NOT NULL,
  expiry TEXT NOT NULL,
  permission TEXT NOT NULL,
  PRIMARY KEY(table_id, position)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS service_properties(
  id INTEGER PRIMARY KEY CHECK(id=1),
  document TEXT NOT NULL);
)";

constexpr const char* kPartitionSchema = R"(
CREATE TABLE entity(
  partition_key TEXT NOT NULL,
  row_key TEXT NOT NULL,
  timestamp INTEGER NOT NULL,
  properties TEXT NOT NULL,
  PRIMARY KEY(partition_key, row_key)) WITHOUT ROWID;
)";

// 1 KiB entities in 4 KiB pages take 3.7 times their size.
constexpr const char* kPageSize = "PRAGMA page_size=16384";

const char* SynchronousPragma(SyncMode sync) {
  switch (sync) {
    case SyncMode::kFull:
      return "PRAGMA synchronous=FULL";
    case SyncMode::kNormal:
      return "PRAGMA synchronous=NORMAL";
    case SyncMode::kOff:
      return "PRAGMA synchronous=OFF";
  }
  std::abort();
}

DbStatus ExpectFormat(Connection& connection, std::int64_t application_id,
                      const std::string& path) {
  const auto id = connection.QueryInteger("PRAGMA application_id");
  if (!id) return tl::unexpected(id.error());
  const auto version = connection.QueryInteger("PRAGMA user_version");
  if (!version) return tl::unexpected(version.error());
  if (*id == application_id && *version == kFormatVersion) return {};
  return tl::unexpected(
      DbError{DbError::Kind::kCorrupt,
              fmt::format("{}: not a file of this format: application_id {:#x}, user_version {}, "
                          "expected {:#x} and {}",
                          path, *id, *version, application_id, kFormatVersion)});
}

DbStatus WriteFormat(Connection& connection, std::int64_t application_id, const char* schema) {
  auto transaction = Transaction::Begin(connection, Transaction::Kind::kWrite);
  if (!transaction) return tl::unexpected(transaction.error());
  const auto text = fmt::format("PRAGMA application_id={}; PRAGMA user_version={}; {}",
                                application_id, kFormatVersion, schema);
  if (auto written = connection.Execute(text.c_str()); !written) return written;
  return transaction->Commit();
}

}  // namespace

DbStatus DatabaseOpener::Configure(Connection& connection, SyncMode sync) const {
  // The locking mode must come before the first access, or SQLite maps shared memory for the
  // write-ahead log.
  if (exclusive_) {
    if (auto done = connection.Execute("PRAGMA locking_mode=EXCLUSIVE"); !done) return done;
  }
  if (auto done = connection.Execute(SynchronousPragma(sync)); !done) return done;
  // The second bounds what a burst leaves behind in the log file.
  return connection.Execute("PRAGMA journal_mode=WAL; PRAGMA journal_size_limit=33554432");
}

DbResult<Connection> DatabaseOpener::OpenCatalog(const std::string& path) const {
  auto connection =
      Connection::Open(in_memory_ ? ":memory:" : path, Connection::Access::kCreate, vfs_);
  if (!connection) return connection;
  // The catalog decides what is a partition file at all, so losing its last moments would not be
  // "the last moments" of the data: it is synced unless the user wants nothing synced.
  const SyncMode sync = sync_ == SyncMode::kNormal ? SyncMode::kFull : sync_;
  if (auto done = connection->Execute(kPageSize); !done) return tl::unexpected(done.error());
  if (auto done = Configure(*connection, sync); !done) return tl::unexpected(done.error());
  const auto objects = connection->QueryInteger("SELECT count(*) FROM sqlite_schema");
  if (!objects) return tl::unexpected(objects.error());
  const auto done = *objects == 0 ? WriteFormat(*connection, kCatalogApplicationId, kCatalogSchema)
                                  : ExpectFormat(*connection, kCatalogApplicationId, path);
  if (!done) return tl::unexpected(done.error());
  if (auto added = connection->Execute(kSettingsSchema); !added) {
    return tl::unexpected(added.error());
  }
  return connection;
}

DbResult<Connection> DatabaseOpener::OpenPartition(const std::string& path, Role role) const {
  auto connection = Connection::Open(path, Connection::Access::kExisting, vfs_);
  if (!connection) return connection;
  if (auto done = Configure(*connection, sync_); !done) return tl::unexpected(done.error());
  if (auto done = ExpectFormat(*connection, kPartitionApplicationId, path); !done) {
    return tl::unexpected(done.error());
  }
  if (role == Role::kReader) {
    const auto done = connection->Execute("PRAGMA query_only=1");
    if (!done) return tl::unexpected(done.error());
  }
  return connection;
}

DbResult<Connection> DatabaseOpener::CreatePartition(const std::string& path) const {
  auto connection =
      Connection::Open(in_memory_ ? ":memory:" : path, Connection::Access::kCreate, vfs_);
  if (!connection) return connection;
  // In memory the journal stays: it is what undoes a refused change set.
  const char* pragmas = in_memory_ ? ""
                                   : "PRAGMA page_size=16384; PRAGMA locking_mode=EXCLUSIVE; "
                                     "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF";
  if (auto done = connection->Execute(pragmas); !done) return tl::unexpected(done.error());
  const auto done = WriteFormat(*connection, kPartitionApplicationId, kPartitionSchema);
  if (!done) return tl::unexpected(done.error());
  return connection;
}

DbStatus DatabaseOpener::FinishPartition(Connection& connection) const {
  return connection.Execute("PRAGMA journal_mode=WAL");
}

}  // namespace rowhouse
