#pragma once
// account.db: the tables of the account, their access policies, which partitions have their own
// file (the partition map), and the service properties. The catalog decides what every other file
// is. docs/on-disk-format.md.

#include "base/mutex.h"
#include "settings/access_policy.h"
#include "table_service/store/sqlite/files/database_opener.h"
#include "table_service/store/sqlite/files/db_connection.h"
#include "table_service/store/sqlite/files/log_pace.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace rowhouse::sqlite {

struct CatalogTable {
  std::int64_t id = 0;  // never reused, not even after the table is deleted
  std::string name = {};
  std::string folder = {};
  bool has_shared_file = false;
};

struct CatalogPartition {
  std::int64_t table_id = 0;
  std::string partition_key = {};  // stored form
  std::string file = {};           // in the table's folder
  bool leftovers = false;          // it was moved here, and the shared file may still have its rows
};

// By table id.
using CatalogPolicies = std::map<std::int64_t, AccessPolicies>;

// Every call that changes something is one transaction and durable when it returns. If it fails or
// throws, it has changed nothing, and a later start finds nothing of it: unless IsInDoubt().
// Threads: all calls may overlap. Lifetime: borrows the opener.
class Catalog {
 public:
  // Opens `path`, creating it if it does not exist.
  static DbResult<std::unique_ptr<Catalog>> Open(const DatabaseOpener& opener,
                                                 const std::string& path);

  // Reads the whole file. kCorrupt: it is damaged.
  DbStatus CheckSound();

  DbResult<std::vector<CatalogTable>> Tables();
  DbResult<std::vector<CatalogPartition>> Partitions();
  // Returns the greatest id that any table ever had.
  DbResult<std::int64_t> LastTableId();

  // Adds an empty table. Its folder does not exist yet. `prepare` is called before the commit and does all
  // that can fail; if it fails, nothing is changed. REQUIRES: no table of that name
  DbStatus AddTable(const std::string& name,
                    const std::function<DbStatus(const CatalogTable&)>& prepare);
  // The same in two steps, for a table whose folder is filled before it is added: chooses its id and its
  // folder, which is in RemovedFolders() until AddAnnounced(), so that a crash in between leaves nothing.
  // REQUIRES: no other table is added meanwhile
  DbResult<CatalogTable> AnnounceTable(const std::string& name);
  DbStatus AddAnnounced(const CatalogTable& table, std::span<const CatalogPartition> partitions);
  // Adds tables whose ids and folders are known, to a catalog without tables. Later tables get much
  // greater ids: some may have been used by tables that are not known any more.
  DbStatus AddKnownTables(std::span<const CatalogTable> tables,
                          std::span<const CatalogPartition> partitions);
  // Also adds the table's folder to RemovedFolders().
  DbStatus DeleteTable(std::int64_t id);
  // Returns the folders that may exist although no table has them: of deleted tables, and of announced ones.
  DbResult<std::vector<std::string>> RemovedFolders();
  // Must be called when they do not exist any more.
  DbStatus ForgetFolders(std::span<const std::string> folders);
  // How AddPartitions() ends: kJournaled if the commit journal has the partitions, so that they are
  // durable without a sync here. The next change or Sync() makes them durable here as well.
  enum class Durability : std::uint8_t { kSynced, kJournaled };
  // These two return false and change nothing if the table no longer exists.
  DbResult<bool> AddPartitions(std::int64_t table_id, std::span<const CatalogPartition> partitions,
                               Durability durability = Durability::kSynced);
  DbResult<bool> AddSharedFile(std::int64_t table_id);

  DbStatus ClearLeftovers(std::int64_t table_id, const std::string& partition_key);

  DbResult<CatalogPolicies> Policies();
  // Replaces the policies of the table. REQUIRES: the table exists
  DbStatus SetPolicies(std::int64_t table_id, std::span<const AccessPolicy> policies);
  // Returns the XML document that was set last; empty in a new catalog.
  DbResult<std::string> ServiceProperties();
  DbStatus SetServiceProperties(const std::string& document);

  // Returns a time that no entity's Timestamp exceeds; 0 in a new catalog.
  DbResult<std::int64_t> TimestampCeiling();
  DbStatus SetTimestampCeiling(std::int64_t ticks);

  // Makes all changes durable.
  DbStatus Sync();

  // Returns true if a change failed, and a restart might find it made all the same. Then nothing may be
  // answered that it would change, until Settle() has succeeded. Each further change settles first.
  bool IsInDoubt() const { return in_doubt_.load(); }
  DbStatus Settle();

 private:
  Catalog(const DatabaseOpener& opener, std::string path, DbConnection connection)
      : opener_(opener), path_(std::move(path)), connection_(std::move(connection)) {}

  // Returns the row of a new table; its id has not been used, and its folder is free.
  DbResult<CatalogTable> NewTableLocked(const std::string& name)
      ROWHOUSE_TS(requires_capability(mutex_));
  DbStatus InsertLocked(const CatalogTable& table) ROWHOUSE_TS(requires_capability(mutex_));
  DbStatus InsertLocked(const CatalogPartition& partition) ROWHOUSE_TS(requires_capability(mutex_));
  DbStatus ForgetLocked(const std::string& folder) ROWHOUSE_TS(requires_capability(mutex_));
  DbResult<std::int64_t> LastTableIdLocked() ROWHOUSE_TS(requires_capability(mutex_));
  DbResult<DbTransaction> BeginLocked(DbConnection& connection)
      ROWHOUSE_TS(requires_capability(mutex_));
  DbStatus CommitLocked(DbConnection& connection, DbTransaction& transaction)
      ROWHOUSE_TS(requires_capability(mutex_));
  // If the log is long.
  void CopyBackLocked(DbConnection& connection) ROWHOUSE_TS(requires_capability(mutex_));
  DbStatus SettleLocked() ROWHOUSE_TS(requires_capability(mutex_));

  const DatabaseOpener& opener_;
  const std::string path_;
  Mutex sync_mutex_;
  bool log_is_lost_ ROWHOUSE_TS(guarded_by(sync_mutex_)) = false;
  std::atomic<bool> in_doubt_ = false;
  LogPace pace_;
  bool has_warned_ ROWHOUSE_TS(guarded_by(mutex_)) = false;  // that somebody keeps the log long
  Mutex mutex_;
  DbConnection connection_ ROWHOUSE_TS(guarded_by(mutex_));
  // Commits without a sync; none if the journal or a second connection is not to be used.
  std::optional<DbConnection> unsynced_ ROWHOUSE_TS(guarded_by(mutex_));
};

}  // namespace rowhouse::sqlite
