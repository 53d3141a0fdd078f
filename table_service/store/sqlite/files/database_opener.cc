#include "table_service/store/sqlite/files/database_opener.h"

#include "table_service/store/sqlite/files/format.h"

#include <cassert>
#include <cstdlib>

namespace rowhouse::sqlite {
namespace {

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

}  // namespace

DbStatus DatabaseOpener::Configure(Connection& connection, SyncMode sync) const {
  // The locking mode must come before the first access, or SQLite maps shared memory for the
  // write-ahead log.
  if (options_.exclusive) {
    if (auto done = connection.Execute("PRAGMA locking_mode=EXCLUSIVE"); !done) return done;
  }
  if (auto done = connection.Execute(SynchronousPragma(sync)); !done) return done;
  // The second bounds what a burst leaves behind in the log file.
  return connection.Execute("PRAGMA journal_mode=WAL; PRAGMA journal_size_limit=33554432");
}

DbResult<Connection> DatabaseOpener::OpenCatalog(const std::string& path) const {
  auto connection = Connection::Open(options_.in_memory ? ":memory:" : path,
                                     Connection::Access::kCreate, options_.vfs);
  if (!connection) return connection;
  // The catalog decides what is a partition file at all, so losing its last moments would not be
  // "the last moments" of the data: it is synced unless the user wants nothing synced.
  const SyncMode sync = options_.sync == SyncMode::kNormal ? SyncMode::kFull : options_.sync;
  if (auto done = connection->Execute(kPageSize); !done) return tl::unexpected(done.error());
  if (auto done = Configure(*connection, sync); !done) return tl::unexpected(done.error());
  const auto objects = connection->QueryInteger("SELECT count(*) FROM sqlite_schema");
  if (!objects) return tl::unexpected(objects.error());
  const auto done = *objects == 0 ? CreateFormat(*connection, kCatalogFormat)
                                  : UpgradeFormat(*connection, kCatalogFormat, path);
  if (!done) return tl::unexpected(done.error());
  return connection;
}

DbResult<Connection> DatabaseOpener::OpenPartition(const std::string& path, Role role) const {
  assert(!options_.in_memory);
  auto connection = Connection::Open(path, Connection::Access::kExisting, options_.vfs);
  if (!connection) return connection;
  if (auto done = Configure(*connection, options_.sync); !done) return tl::unexpected(done.error());
  if (auto done = UpgradeFormat(*connection, kPartitionFormat, path); !done) {
    return tl::unexpected(done.error());
  }
  if (role == Role::kReader) {
    const auto done = connection->Execute("PRAGMA query_only=1");
    if (!done) return tl::unexpected(done.error());
  }
  return connection;
}

DbResult<Connection> DatabaseOpener::CreatePartition(const std::string& path) const {
  auto connection = Connection::Open(options_.in_memory ? ":memory:" : path,
                                     Connection::Access::kCreate, options_.vfs);
  if (!connection) return connection;
  // In memory the journal stays: it is what undoes a refused change set.
  const char* pragmas = options_.in_memory
                            ? ""
                            : "PRAGMA page_size=16384; PRAGMA locking_mode=EXCLUSIVE; "
                              "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF";
  if (auto done = connection->Execute(pragmas); !done) return tl::unexpected(done.error());
  const auto done = CreateFormat(*connection, kPartitionFormat);
  if (!done) return tl::unexpected(done.error());
  return connection;
}

DbStatus DatabaseOpener::FinishPartition(Connection& connection) const {
  assert(!options_.in_memory);
  return connection.Execute("PRAGMA journal_mode=WAL");
}

}  // namespace rowhouse::sqlite
