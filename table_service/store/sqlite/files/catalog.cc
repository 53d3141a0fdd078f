#include "table_service/store/sqlite/files/catalog.h"

#include "table_service/store/sqlite/files/file_names.h"

namespace rowhouse::sqlite {
namespace {

constexpr int kCheckpointPages = 1000;

template <class T>
tl::unexpected<DbError> Pass(const DbResult<T>& failed) {
  return tl::unexpected(failed.error());
}

// Returns the form in which a column stores an optional time.
std::string TimeText(const std::optional<DateTime>& time) {
  return time ? time->ToStringSevenDigits() : std::string();
}

template <class... Values>
DbStatus Run(DbConnection& connection, std::string_view sql, const Values&... values) {
  auto statement = connection.Prepare(sql);
  if (!statement) return Pass(statement);
  int parameter = 0;
  (statement->Bind(++parameter, values), ...);
  const auto done = statement->Step();
  if (!done) return Pass(done);
  return {};
}

DbStatus Commit(DbConnection& connection, DbTransaction& transaction) {
  if (auto committed = transaction.Commit(); !committed) return committed;
  // A failure only lets the log grow.
  if (connection.WalPages() >= kCheckpointPages) connection.Try("PRAGMA wal_checkpoint(PASSIVE)");
  return {};
}

DbResult<std::optional<DateTime>> ReadTime(std::string_view text) {
  const auto time = DateTime::Parse(text);
  if (text.empty() || time) return time;
  return tl::unexpected(
      DbError{DbError::Kind::kCorrupt, "account.db: not a time: " + std::string(text)});
}

}  // namespace

DbResult<std::unique_ptr<Catalog>> Catalog::Open(const DatabaseOpener& opener,
                                                 const std::string& path) {
  auto connection = opener.OpenCatalog(path);
  if (!connection) return Pass(connection);
  std::unique_ptr<Catalog> catalog(new Catalog(opener, path, std::move(*connection)));
  if (opener.journaled() && !opener.single_connection()) {
    auto unsynced = opener.OpenCatalogUnsynced(path);
    if (!unsynced) return Pass(unsynced);
    const MutexLock lock(catalog->mutex_);
    catalog->unsynced_.emplace(std::move(*unsynced));
  }
  return catalog;
}

template <class... Values>
DbStatus Catalog::RunLocked(std::string_view sql, const Values&... values) {
  return Run(connection_, sql, values...);
}

DbStatus Catalog::CommitLocked(DbTransaction& transaction) {
  return Commit(connection_, transaction);
}

DbResult<std::vector<CatalogTable>> Catalog::Tables() {
  const MutexLock lock(mutex_);
  auto rows = connection_.Prepare("SELECT id, name, folder, has_shared_file FROM tables");
  if (!rows) return Pass(rows);
  std::vector<CatalogTable> tables;
  for (;;) {
    const auto row = rows->Step();
    if (!row) return Pass(row);
    if (!*row) return tables;
    tables.push_back({.id = rows->Integer(0),
                      .name = std::string(rows->Text(1)),
                      .folder = std::string(rows->Text(2)),
                      .has_shared_file = rows->Integer(3) != 0});
  }
}

DbResult<std::vector<CatalogPartition>> Catalog::Partitions() {
  const MutexLock lock(mutex_);
  auto rows =
      connection_.Prepare("SELECT table_id, partition_key, file, leftovers FROM partition_files");
  if (!rows) return Pass(rows);
  std::vector<CatalogPartition> partitions;
  for (;;) {
    const auto row = rows->Step();
    if (!row) return Pass(row);
    if (!*row) return partitions;
    partitions.push_back({.table_id = rows->Integer(0),
                          .partition_key = std::string(rows->Text(1)),
                          .file = std::string(rows->Text(2)),
                          .leftovers = rows->Integer(3) != 0});
  }
}

DbResult<std::int64_t> Catalog::LastTableId() {
  const MutexLock lock(mutex_);
  return connection_.QueryInteger("SELECT seq FROM sqlite_sequence WHERE name='tables'");
}

DbStatus Catalog::AddTable(const std::string& name, std::span<const CatalogPartition> partitions,
                           bool has_shared_file,
                           const std::function<DbStatus(const CatalogTable&)>& prepare) {
  const MutexLock lock(mutex_);
  auto transaction = DbTransaction::Begin(connection_, DbTransaction::Kind::kWrite);
  if (!transaction) return Pass(transaction);
  // The folder's name contains the id, which the insert assigns.
  if (auto done = RunLocked("INSERT INTO tables(name, folder) VALUES(?1, '')", name); !done) {
    return Pass(done);
  }
  const auto id = connection_.QueryInteger("SELECT last_insert_rowid()");
  if (!id) return Pass(id);
  const CatalogTable table{.id = *id,
                           .name = name,
                           .folder = TableFolderName(name, *id),
                           .has_shared_file = has_shared_file};
  if (auto done = RunLocked("UPDATE tables SET folder=?2, has_shared_file=?3 WHERE id=?1", *id,
                            table.folder, std::int64_t{has_shared_file});
      !done) {
    return Pass(done);
  }
  for (const auto& partition : partitions) {
    auto done = RunLocked("INSERT INTO partition_files VALUES(?1, ?2, ?3, 0)", *id,
                          partition.partition_key, partition.file);
    if (!done) return Pass(done);
  }
  if (auto done = prepare(table); !done) return done;
  return CommitLocked(*transaction);
}

DbStatus Catalog::DeleteTable(std::int64_t id) {
  const MutexLock lock(mutex_);
  auto transaction = DbTransaction::Begin(connection_, DbTransaction::Kind::kWrite);
  if (!transaction) return Pass(transaction);
  if (auto done = RunLocked("DELETE FROM partition_files WHERE table_id=?1", id); !done) {
    return done;
  }
  if (auto done = RunLocked("DELETE FROM access_policies WHERE table_id=?1", id); !done) {
    return done;
  }
  if (auto done = RunLocked("DELETE FROM tables WHERE id=?1", id); !done) return done;
  return CommitLocked(*transaction);
}

DbResult<bool> Catalog::AddPartitions(std::int64_t table_id,
                                      std::span<const CatalogPartition> partitions,
                                      Durability durability) {
  const MutexLock lock(mutex_);
  const bool is_journaled = durability == Durability::kJournaled && unsynced_;
  DbConnection& connection = is_journaled ? *unsynced_ : connection_;
  auto transaction = DbTransaction::Begin(connection, DbTransaction::Kind::kWrite);
  if (!transaction) return Pass(transaction);
  for (const auto& partition : partitions) {
    const auto done =
        Run(connection,
            "INSERT INTO partition_files SELECT ?1, ?2, ?3, ?4 "
            "WHERE EXISTS(SELECT 1 FROM tables WHERE id=?1)",
            table_id, partition.partition_key, partition.file, std::int64_t{partition.leftovers});
    if (!done) return Pass(done);
    if (connection.Changes() == 0) return false;
  }
  if (auto done = Commit(connection, *transaction); !done) return Pass(done);
  return true;
}

DbStatus Catalog::Sync() {
  const MutexLock lock(sync_mutex_);
  return opener_.SyncLog(path_, log_is_lost_);
}

DbResult<bool> Catalog::AddSharedFile(std::int64_t table_id) {
  const MutexLock lock(mutex_);
  auto transaction = DbTransaction::Begin(connection_, DbTransaction::Kind::kWrite);
  if (!transaction) return Pass(transaction);
  const auto done = RunLocked("UPDATE tables SET has_shared_file=1 WHERE id=?1", table_id);
  if (!done) return Pass(done);
  if (connection_.Changes() == 0) return false;
  if (auto committed = CommitLocked(*transaction); !committed) return Pass(committed);
  return true;
}

DbStatus Catalog::ClearLeftovers(std::int64_t table_id, const std::string& partition_key) {
  const MutexLock lock(mutex_);
  auto transaction = DbTransaction::Begin(connection_, DbTransaction::Kind::kWrite);
  if (!transaction) return Pass(transaction);
  auto done =
      RunLocked("UPDATE partition_files SET leftovers=0 WHERE table_id=?1 AND partition_key=?2",
                table_id, partition_key);
  if (!done) return done;
  return CommitLocked(*transaction);
}

DbResult<CatalogPolicies> Catalog::Policies() {
  const MutexLock lock(mutex_);
  auto rows = connection_.Prepare(
      "SELECT table_id, id, start, expiry, permission FROM access_policies "
      "ORDER BY table_id, position");
  if (!rows) return Pass(rows);
  CatalogPolicies policies;
  for (;;) {
    const auto row = rows->Step();
    if (!row) return Pass(row);
    if (!*row) return policies;
    const auto start = ReadTime(rows->Text(2));
    if (!start) return Pass(start);
    const auto expiry = ReadTime(rows->Text(3));
    if (!expiry) return Pass(expiry);
    policies[rows->Integer(0)].push_back({.id = std::string(rows->Text(1)),
                                          .start = *start,
                                          .expiry = *expiry,
                                          .permissions = std::string(rows->Text(4))});
  }
}

DbStatus Catalog::SetPolicies(std::int64_t table_id, std::span<const AccessPolicy> policies) {
  const MutexLock lock(mutex_);
  auto transaction = DbTransaction::Begin(connection_, DbTransaction::Kind::kWrite);
  if (!transaction) return Pass(transaction);
  if (auto done = RunLocked("DELETE FROM access_policies WHERE table_id=?1", table_id); !done) {
    return done;
  }
  std::int64_t position = 0;
  for (const AccessPolicy& policy : policies) {
    auto done = RunLocked("INSERT INTO access_policies VALUES(?1, ?2, ?3, ?4, ?5, ?6)", table_id,
                          position++, policy.id, TimeText(policy.start), TimeText(policy.expiry),
                          policy.permissions);
    if (!done) return done;
  }
  return CommitLocked(*transaction);
}

DbResult<std::string> Catalog::ServiceProperties() {
  const MutexLock lock(mutex_);
  auto rows = connection_.Prepare("SELECT document FROM service_properties");
  if (!rows) return Pass(rows);
  const auto row = rows->Step();
  if (!row) return Pass(row);
  return *row ? std::string(rows->Text(0)) : std::string();
}

DbStatus Catalog::SetServiceProperties(const std::string& document) {
  const MutexLock lock(mutex_);
  auto transaction = DbTransaction::Begin(connection_, DbTransaction::Kind::kWrite);
  if (!transaction) return Pass(transaction);
  auto done = RunLocked(
      "INSERT INTO service_properties VALUES(1, ?1) "
      "ON CONFLICT(id) DO UPDATE SET document=excluded.document",
      document);
  if (!done) return done;
  return CommitLocked(*transaction);
}

DbResult<std::int64_t> Catalog::TimestampCeiling() {
  const MutexLock lock(mutex_);
  return connection_.QueryInteger("SELECT value FROM settings WHERE name='timestamp_ceiling'");
}

DbStatus Catalog::SetTimestampCeiling(std::int64_t ticks) {
  const MutexLock lock(mutex_);
  auto transaction = DbTransaction::Begin(connection_, DbTransaction::Kind::kWrite);
  if (!transaction) return Pass(transaction);
  auto done = RunLocked(
      "INSERT INTO settings VALUES('timestamp_ceiling', ?1) "
      "ON CONFLICT(name) DO UPDATE SET value=excluded.value",
      ticks);
  if (!done) return done;
  return CommitLocked(*transaction);
}

}  // namespace rowhouse::sqlite
