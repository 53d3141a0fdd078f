#include "table_service/store/sqlite/files/format.h"

#include <array>
#include <fmt/format.h>
#include <spdlog/spdlog.h>

namespace rowhouse::sqlite {
namespace {

// A step that has been released is never changed, because files of its version exist.

constexpr std::array kCatalogSteps = {
    R"(
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
)",
    // Most catalogs of version 1 have these tables already, but the oldest do not.
    R"(
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
)",
    // From now on the account may have a commit journal. A program that does not know it would go on
    // without the writes that it holds.
    "INSERT INTO settings VALUES('has_commit_journal', 1)",
    "CREATE TABLE removed_folders(folder TEXT PRIMARY KEY) WITHOUT ROWID"};

constexpr std::array kPartitionSteps = {
    R"(
CREATE TABLE entity(
  partition_key TEXT NOT NULL,
  row_key TEXT NOT NULL,
  timestamp INTEGER NOT NULL,
  properties TEXT NOT NULL,
  PRIMARY KEY(partition_key, row_key)) WITHOUT ROWID;
)"};

DbResult<std::int64_t> VersionOf(DbConnection& connection) {
  return connection.QueryInteger("PRAGMA user_version");
}

// Succeeds if a file of this version can be used, perhaps after some steps.
DbStatus CheckVersion(const Format& format, std::int64_t application_id, std::int64_t version,
                      const std::string& path) {
  if (application_id != format.application_id || version < 1) {
    return tl::unexpected(DbError{
        DbError::Kind::kCorrupt,
        fmt::format("{}: not a {} of this program: application_id {:#x}, user_version {}, expected "
                    "{:#x} and 1 to {}",
                    path, format.name, application_id, version, format.application_id,
                    format.version())});
  }
  if (version > format.version()) {
    return tl::unexpected(DbError{
        DbError::Kind::kTooNew,
        fmt::format("{}: a {} of version {}, written by a newer program; this one knows versions "
                    "up to {}: run the newer program again, or restore a backup from before it",
                    path, format.name, version, format.version())});
  }
  return {};
}

// Upgrades the file from the version that it has by now to the next; does nothing if that is the
// newest.
DbStatus Step(DbConnection& connection, const Format& format, const std::string& path) {
  auto transaction = DbTransaction::Begin(connection, DbTransaction::Kind::kWrite);
  if (!transaction) return tl::unexpected(transaction.error());
  const auto version = VersionOf(connection);
  if (!version) return tl::unexpected(version.error());
  if (*version >= format.version()) return {};
  const auto sql = fmt::format("{}; PRAGMA user_version={}",
                               format.steps[static_cast<std::size_t>(*version)], *version + 1);
  if (auto done = connection.Execute(sql.c_str()); !done) return done;
  if (auto done = transaction->Commit(); !done) return done;
  spdlog::info("{}: now a {} of version {}", path, format.name, *version + 1);
  return {};
}

}  // namespace

// The ids are "RHac" and "RHpt" as big-endian numbers, so that `file` and a hex dump show them.
const Format kCatalogFormat{
    .name = "catalog", .application_id = 0x52486163, .steps = kCatalogSteps};
const Format kPartitionFormat{
    .name = "partition file", .application_id = 0x52487074, .steps = kPartitionSteps};

DbStatus CreateFormat(DbConnection& connection, const Format& format) {
  auto transaction = DbTransaction::Begin(connection, DbTransaction::Kind::kWrite);
  if (!transaction) return tl::unexpected(transaction.error());
  const auto text =
      fmt::format("PRAGMA application_id={}; PRAGMA user_version={}; {}", format.application_id,
                  format.version(), fmt::join(format.steps, ";"));
  if (auto written = connection.Execute(text.c_str()); !written) return written;
  return transaction->Commit();
}

DbStatus UpgradeFormat(DbConnection& connection, const Format& format, const std::string& path) {
  const auto id = connection.QueryInteger("PRAGMA application_id");
  if (!id) return tl::unexpected(id.error());
  for (;;) {
    const auto version = VersionOf(connection);
    if (!version) return tl::unexpected(version.error());
    if (auto checked = CheckVersion(format, *id, *version, path); !checked) return checked;
    if (*version == format.version()) return {};
    if (auto done = Step(connection, format, path); !done) return done;
  }
}

}  // namespace rowhouse::sqlite
