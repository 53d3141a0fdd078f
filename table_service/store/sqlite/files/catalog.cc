#include "table_service/store/sqlite/files/catalog.h"

#include "table_service/store/sqlite/files/disk.h"
#include "table_service/store/sqlite/files/file_names.h"

#include <filesystem>
#include <spdlog/spdlog.h>
#include <utility>

namespace rowhouse::sqlite {
namespace {

constexpr int kLongLogPages = 8000;  // 128 MiB
constexpr std::int64_t kIdsSkipped = 1000;

template <class T>
tl::unexpected<DbError> Pass(const DbResult<T>& failed) {
  return tl::unexpected(failed.error());
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

DbResult<DbTransaction> Catalog::BeginLocked(DbConnection& connection) {
  if (auto in_place = opener_.CheckInPlace(); !in_place) return Pass(in_place);
  if (in_doubt_) {
    if (auto settled = SettleLocked(); !settled) return Pass(settled);
  }
  return DbTransaction::Begin(connection, DbTransaction::Kind::kWrite);
}

DbStatus Catalog::CommitLocked(DbConnection& connection, DbTransaction& transaction) {
  auto committed = transaction.Commit();
  if (committed) {
    CopyBackLocked(connection);
    return committed;
  }
  if (opener_.in_memory()) return committed;
  transaction.Undo();
  in_doubt_ = true;
  if (const auto settled = SettleLocked(); !settled) {
    spdlog::error(
        "{}: a change could not be written, and it cannot be made certain that a restart undoes "
        "it: {}. Writes to the account are refused until this succeeds",
        path_, settled.error().text);
  }
  return committed;
}

// What a failed commit wrote to the log stands behind the last commit that succeeded. A further commit
// writes over it.
DbStatus Catalog::SettleLocked() {
  auto transaction = DbTransaction::Begin(connection_, DbTransaction::Kind::kWrite);
  if (!transaction) return Pass(transaction);
  auto done = connection_.Run(
      "INSERT INTO settings VALUES('settled', 1) "
      "ON CONFLICT(name) DO UPDATE SET value=value+1");
  if (done) done = transaction->Commit();
  if (done) in_doubt_ = false;
  return done;
}

DbStatus Catalog::Settle() {
  const MutexLock lock(mutex_);
  if (!in_doubt_) return {};
  auto settled = SettleLocked();
  if (settled) spdlog::info("{}: can be written again", path_);
  return settled;
}

void Catalog::CopyBackLocked(DbConnection& connection) {
  const int pages = connection.WalPages();
  if (pages < kLongLogPages) has_warned_ = false;
  if (!pace_.IsDue(pages)) return;
  DbResult<DbConnection::Checkpointed> copied;
  {
    // As in PartitionFile::CopyBackLog().
    const MutexLock lock(sync_mutex_);
    const bool was_lost = std::exchange(log_is_lost_, true);
    copied = connection.Checkpoint(DbConnection::CheckpointMode::kPassive);
    if (copied) log_is_lost_ = was_lost;
  }
  if (copied && copied->is_done) return;
  pace_.Postpone(pages);
  if (pages < kLongLogPages || std::exchange(has_warned_, true)) return;
  spdlog::warn(
      "{}: its write-ahead log has grown to {} MiB and cannot be copied back while another program "
      "reads the file: end its transaction, such as one that is open in a sqlite3 shell "
      "(`fuser {}` names the processes)",
      path_, static_cast<std::size_t>(pages) * kPageBytes >> 20U, path_);
}

DbStatus Catalog::CheckSound() {
  const MutexLock lock(mutex_);
  return connection_.CheckSound();
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
  return LastTableIdLocked();
}

DbResult<std::int64_t> Catalog::LastTableIdLocked() {
  return connection_.QueryInteger("SELECT seq FROM sqlite_sequence WHERE name='tables'");
}

DbStatus Catalog::AddTable(const std::string& name,
                           const std::function<DbStatus(const CatalogTable&)>& prepare) {
  const MutexLock lock(mutex_);
  auto transaction = BeginLocked(connection_);
  if (!transaction) return Pass(transaction);
  const auto table = NewTableLocked(name);
  if (!table) return Pass(table);
  if (auto done = InsertLocked(*table); !done) return done;
  if (auto done = prepare(*table); !done) return done;
  return CommitLocked(connection_, *transaction);
}

DbResult<CatalogTable> Catalog::AnnounceTable(const std::string& name) {
  const MutexLock lock(mutex_);
  auto transaction = BeginLocked(connection_);
  if (!transaction) return Pass(transaction);
  auto table = NewTableLocked(name);
  if (!table) return Pass(table);
  auto done = connection_.Run("INSERT INTO removed_folders VALUES(?1)", table->folder);
  if (done) done = CommitLocked(connection_, *transaction);
  if (!done) return Pass(done);
  return table;
}

DbStatus Catalog::AddAnnounced(const CatalogTable& table,
                               std::span<const CatalogPartition> partitions) {
  const MutexLock lock(mutex_);
  auto transaction = BeginLocked(connection_);
  if (!transaction) return Pass(transaction);
  if (auto done = InsertLocked(table); !done) return done;
  for (CatalogPartition partition : partitions) {
    partition.table_id = table.id;
    if (auto done = InsertLocked(partition); !done) return done;
  }
  if (auto done = ForgetLocked(table.folder); !done) return done;
  return CommitLocked(connection_, *transaction);
}

DbStatus Catalog::AddKnownTables(std::span<const CatalogTable> tables,
                                 std::span<const CatalogPartition> partitions) {
  const MutexLock lock(mutex_);
  auto transaction = BeginLocked(connection_);
  if (!transaction) return Pass(transaction);
  for (const CatalogTable& table : tables) {
    if (auto done = InsertLocked(table); !done) return done;
  }
  for (const CatalogPartition& partition : partitions) {
    if (auto done = InsertLocked(partition); !done) return done;
  }
  if (auto done =
          connection_.Run("UPDATE sqlite_sequence SET seq=seq+?1 WHERE name='tables'", kIdsSkipped);
      !done) {
    return done;
  }
  return CommitLocked(connection_, *transaction);
}

DbStatus Catalog::InsertLocked(const CatalogTable& table) {
  return connection_.Run("INSERT INTO tables VALUES(?1, ?2, ?3, ?4)", table.id, table.name,
                         table.folder, std::int64_t{table.has_shared_file});
}

DbStatus Catalog::InsertLocked(const CatalogPartition& partition) {
  return connection_.Run("INSERT INTO partition_files VALUES(?1, ?2, ?3, ?4)", partition.table_id,
                         partition.partition_key, partition.file,
                         std::int64_t{partition.leftovers});
}

// A folder with the name may be there although no table ever had it: a crash undid the use of the id,
// or somebody else put it there. One that is about to be removed is not used again.
DbResult<CatalogTable> Catalog::NewTableLocked(const std::string& name) {
  const auto last = LastTableIdLocked();
  if (!last) return Pass(last);
  CatalogTable table{.id = *last, .name = name};
  const auto account = std::filesystem::path(path_).parent_path();
  for (bool is_free = false; !is_free;) {
    table.folder = TableFolderName(name, ++table.id);
    auto removed = connection_.Prepare("SELECT 1 FROM removed_folders WHERE folder=?1");
    if (!removed) return Pass(removed);
    removed->Bind(1, table.folder);
    const auto is_known = removed->Step();
    if (!is_known) return Pass(is_known);
    is_free = !*is_known && (opener_.in_memory() || !IsTaken(account / table.folder));
  }
  return table;
}

DbStatus Catalog::DeleteTable(std::int64_t id) {
  const MutexLock lock(mutex_);
  auto transaction = BeginLocked(connection_);
  if (!transaction) return Pass(transaction);
  if (auto done = connection_.Run("DELETE FROM partition_files WHERE table_id=?1", id); !done) {
    return done;
  }
  if (auto done = connection_.Run("DELETE FROM access_policies WHERE table_id=?1", id); !done) {
    return done;
  }
  if (auto done = connection_.Run("INSERT OR IGNORE INTO removed_folders "
                                  "SELECT folder FROM tables WHERE id=?1",
                                  id);
      !done) {
    return done;
  }
  if (auto done = connection_.Run("DELETE FROM tables WHERE id=?1", id); !done) return done;
  return CommitLocked(connection_, *transaction);
}

DbResult<std::vector<std::string>> Catalog::RemovedFolders() {
  const MutexLock lock(mutex_);
  auto rows = connection_.Prepare("SELECT folder FROM removed_folders");
  if (!rows) return Pass(rows);
  std::vector<std::string> folders;
  for (;;) {
    const auto row = rows->Step();
    if (!row) return Pass(row);
    if (!*row) return folders;
    folders.emplace_back(rows->Text(0));
  }
}

DbStatus Catalog::ForgetLocked(const std::string& folder) {
  return connection_.Run("DELETE FROM removed_folders WHERE folder=?1", folder);
}

DbStatus Catalog::ForgetFolders(std::span<const std::string> folders) {
  const MutexLock lock(mutex_);
  auto transaction = BeginLocked(connection_);
  if (!transaction) return Pass(transaction);
  for (const std::string& folder : folders) {
    if (auto done = ForgetLocked(folder); !done) return done;
  }
  return CommitLocked(connection_, *transaction);
}

DbResult<bool> Catalog::AddPartitions(std::int64_t table_id,
                                      std::span<const CatalogPartition> partitions,
                                      Durability durability) {
  const MutexLock lock(mutex_);
  const bool is_journaled = durability == Durability::kJournaled && unsynced_;
  DbConnection& connection = is_journaled ? *unsynced_ : connection_;
  auto transaction = BeginLocked(connection);
  if (!transaction) return Pass(transaction);
  for (const auto& partition : partitions) {
    const auto done = connection.Run(
        "INSERT INTO partition_files SELECT ?1, ?2, ?3, ?4 "
        "WHERE EXISTS(SELECT 1 FROM tables WHERE id=?1)",
        table_id, partition.partition_key, partition.file, std::int64_t{partition.leftovers});
    if (!done) return Pass(done);
    if (connection.Changes() == 0) return false;
  }
  if (auto done = CommitLocked(connection, *transaction); !done) return Pass(done);
  return true;
}

DbStatus Catalog::Sync() {
  const MutexLock lock(sync_mutex_);
  return opener_.SyncLog(path_, log_is_lost_);
}

DbResult<bool> Catalog::AddSharedFile(std::int64_t table_id) {
  const MutexLock lock(mutex_);
  auto transaction = BeginLocked(connection_);
  if (!transaction) return Pass(transaction);
  const auto done = connection_.Run("UPDATE tables SET has_shared_file=1 WHERE id=?1", table_id);
  if (!done) return Pass(done);
  if (connection_.Changes() == 0) return false;
  if (auto committed = CommitLocked(connection_, *transaction); !committed) return Pass(committed);
  return true;
}

DbStatus Catalog::ClearLeftovers(std::int64_t table_id, const std::string& partition_key) {
  const MutexLock lock(mutex_);
  auto transaction = BeginLocked(connection_);
  if (!transaction) return Pass(transaction);
  auto done = connection_.Run(
      "UPDATE partition_files SET leftovers=0 WHERE table_id=?1 AND partition_key=?2", table_id,
      partition_key);
  if (!done) return done;
  return CommitLocked(connection_, *transaction);
}

}  // namespace rowhouse::sqlite
