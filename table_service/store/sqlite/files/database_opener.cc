#include "table_service/store/sqlite/files/database_opener.h"

#include "table_service/store/sqlite/files/disk.h"
#include "table_service/store/sqlite/files/format.h"
#include "table_service/store/sqlite/files/raw_file.h"

#include <cassert>
#include <cstdlib>
#include <filesystem>

namespace rowhouse::sqlite {
namespace {

// With the default pages of 4 KiB, entities of 1 KiB take 3.7 times their size.
constexpr const char* kPageSize = "PRAGMA page_size=16384";
static_assert(kPageBytes == 16384);

// For other processes that read the catalog when a server starts.
constexpr std::chrono::seconds kCatalogPatience(5);

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

DbResult<DbConnection> DatabaseOpener::Open(const std::string& path,
                                            DbConnection::OpenMode mode) const {
  if (auto in_place = CheckInPlace(); !in_place) return tl::unexpected(in_place.error());
  return DbConnection::Open(options_.in_memory ? ":memory:" : path, mode, options_.vfs);
}

DbStatus DatabaseOpener::Configure(DbConnection& connection, SyncMode sync) const {
  // The locking mode must come before the first access, or SQLite maps shared memory for the
  // write-ahead log.
  if (options_.exclusive) {
    if (auto done = connection.Execute("PRAGMA locking_mode=EXCLUSIVE"); !done) return done;
  }
  if (auto done = connection.Execute(SynchronousPragma(sync)); !done) return done;
  // The limit bounds the size of the log file after a burst.
  return connection.Execute("PRAGMA journal_mode=WAL; PRAGMA journal_size_limit=33554432");
}

DbResult<DbConnection> DatabaseOpener::OpenCatalog(const std::string& path) const {
  if (syncs_files() && LogBytesOf(path) > 0) {
    if (auto done = WriteBackLog(path, kCatalogPatience); !done)
      return tl::unexpected(done.error());
  }
  auto connection = Open(path, DbConnection::OpenMode::kCreate);
  if (!connection) return connection;
  // The catalog decides which files are part of the data, so losing its latest transactions could
  // lose more than the latest writes. It is synced unless the user wants nothing synced.
  const SyncMode sync = options_.sync == SyncMode::kNormal ? SyncMode::kFull : options_.sync;
  if (auto done = connection->Execute(kPageSize); !done) return tl::unexpected(done.error());
  if (auto done = Configure(*connection, sync); !done) return tl::unexpected(done.error());
  const auto objects = connection->QueryInteger("SELECT count(*) FROM sqlite_schema");
  if (!objects) return tl::unexpected(objects.error());
  const auto done = *objects == 0 ? CreateFormat(*connection, kCatalogFormat)
                                  : UpgradeFormat(*connection, kCatalogFormat, path);
  if (!done) return tl::unexpected(done.error());
  if (auto synced = SyncLogName(path); !synced) return tl::unexpected(synced.error());
  return connection;
}

DbStatus DatabaseOpener::SyncLogName(const std::string& path) const {
  return syncs_files() ? SyncPath(std::filesystem::path(path).parent_path()) : DbStatus();
}

DbResult<DbConnection> DatabaseOpener::OpenCatalogUnsynced(const std::string& path) const {
  return OpenConfigured(path, SyncMode::kNormal, kCatalogPatience);
}

DbResult<DbConnection> DatabaseOpener::OpenConfigured(const std::string& path, SyncMode sync,
                                                      std::chrono::milliseconds patience) const {
  auto connection = Open(path, DbConnection::OpenMode::kExisting);
  if (!connection) return connection;
  connection->SetPatience(patience);
  if (auto done = Configure(*connection, sync); !done) return tl::unexpected(done.error());
  return connection;
}

DbResult<DbConnection> DatabaseOpener::OpenPartition(const std::string& path, Role role,
                                                     std::chrono::milliseconds patience) const {
  assert(!options_.in_memory);
  auto connection =
      OpenConfigured(path, options_.journaled ? SyncMode::kNormal : options_.sync, patience);
  if (!connection) return connection;
  if (auto done = UpgradeFormat(*connection, kPartitionFormat, path); !done) {
    return tl::unexpected(done.error());
  }
  const bool syncs_commits = !options_.journaled && options_.sync == SyncMode::kFull;
  if (role == Role::kWriter && syncs_commits) {
    if (auto synced = SyncLogName(path); !synced) return tl::unexpected(synced.error());
  }
  if (role == Role::kReader) {
    const auto done = connection->Execute("PRAGMA query_only=1");
    if (!done) return tl::unexpected(done.error());
  }
  return connection;
}

DbResult<DbConnection> DatabaseOpener::CreatePartition(const std::string& path) const {
  auto connection = Open(path, DbConnection::OpenMode::kCreate);
  if (!connection) return connection;
  // A database in memory keeps its journal, which undoes refused change sets.
  const char* pragmas = options_.in_memory
                            ? ""
                            : "PRAGMA page_size=16384; PRAGMA locking_mode=EXCLUSIVE; "
                              "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF";
  if (auto done = connection->Execute(pragmas); !done) return tl::unexpected(done.error());
  const auto done = CreateFormat(*connection, kPartitionFormat);
  if (!done) return tl::unexpected(done.error());
  return connection;
}

DbStatus DatabaseOpener::FinishPartition(DbConnection& connection) const {
  assert(!options_.in_memory);
  return connection.Execute("PRAGMA journal_mode=WAL");
}

DbStatus DatabaseOpener::SyncLog(const std::string& path, bool& is_lost) const {
  if (auto in_place = CheckInPlace(); !in_place) return in_place;
  auto log = RawFile::OpenExisting(path + "-wal", RawFile::Kind::kOwn, options_.vfs);
  if (!log) return tl::unexpected(log.error());
  DbStatus synced;
  if (!log->IsOpen()) {
    is_lost = false;  // written back when the last connection closed
  } else if (is_lost) {
    synced = tl::unexpected(
        DbError{DbError::Kind::kIo, path + "-wal: could not be synced; check its disk"});
  } else {
    synced = log->Sync();
  }
  if (synced) return synced;
  // A second connection would only wait for the first, which writes the log back when it closes; and who
  // else is in the way is there for longer than one should wait here.
  is_lost = options_.exclusive || !WriteBackLog(path, std::chrono::milliseconds(0));
  return is_lost ? synced : DbStatus();
}

DbStatus DatabaseOpener::WriteBackLog(const std::string& path,
                                      std::chrono::milliseconds patience) const {
  auto connection = OpenConfigured(path, SyncMode::kFull, patience);
  if (!connection) return tl::unexpected(connection.error());
  const auto done = connection->Checkpoint(DbConnection::CheckpointMode::kTruncate);
  if (!done) return tl::unexpected(done.error());
  if (done->is_done) return {};
  return tl::unexpected(DbError{
      DbError::Kind::kBusy,
      path + "-wal: a crash or a failure left this log, and it cannot be written back while "
             "another process uses the file; end that process"});
}

DbStatus DatabaseOpener::SyncFile(const std::string& path) const {
  if (auto in_place = CheckInPlace(); !in_place) return in_place;
  auto file = RawFile::OpenExisting(path, RawFile::Kind::kDatabase, options_.vfs);
  if (!file) return tl::unexpected(file.error());
  return file->IsOpen() ? file->Sync() : DbStatus();
}

}  // namespace rowhouse::sqlite
