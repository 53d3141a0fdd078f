#pragma once
// account.db: the tables of the account, their access policies, which partitions have their own
// file (the partition map), and the service properties. The catalog decides what every other file
// is. docs/on-disk-format.md.

#include "base/mutex.h"
#include "settings/access_policy.h"
#include "table_service/store/sqlite/files/database_opener.h"
#include "table_service/store/sqlite/files/db_connection.h"

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

// Every call that changes something is one transaction and durable when it returns. If it throws,
// it has changed nothing.
// Threads: all calls may overlap. Lifetime: borrows the opener.
class Catalog {
 public:
  // Opens `path`, creating it if it does not exist.
  static DbResult<std::unique_ptr<Catalog>> Open(const DatabaseOpener& opener,
                                                 const std::string& path);

  DbResult<std::vector<CatalogTable>> Tables();
  DbResult<std::vector<CatalogPartition>> Partitions();
  // Returns the greatest id that any table ever had.
  DbResult<std::int64_t> LastTableId();

  // Adds a table with its initial partitions. `prepare` is called before the commit and does all
  // that can fail, such as moving their files to the table's folder; if it fails, nothing is
  // changed. REQUIRES: no table of that name
  DbStatus AddTable(const std::string& name, std::span<const CatalogPartition> partitions,
                    bool has_shared_file,
                    const std::function<DbStatus(const CatalogTable&)>& prepare);
  DbStatus DeleteTable(std::int64_t id);
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

 private:
  Catalog(const DatabaseOpener& opener, std::string path, DbConnection connection)
      : opener_(opener), path_(std::move(path)), connection_(std::move(connection)) {}

  DbStatus CommitLocked(DbTransaction& transaction) ROWHOUSE_TS(requires_capability(mutex_));
  template <class... Values>
  DbStatus RunLocked(std::string_view sql, const Values&... values)
      ROWHOUSE_TS(requires_capability(mutex_));

  const DatabaseOpener& opener_;
  const std::string path_;
  Mutex sync_mutex_;
  bool log_is_lost_ ROWHOUSE_TS(guarded_by(sync_mutex_)) = false;
  Mutex mutex_;
  DbConnection connection_ ROWHOUSE_TS(guarded_by(mutex_));
  // Commits without a sync; none if the journal or a second connection is not to be used.
  std::optional<DbConnection> unsynced_ ROWHOUSE_TS(guarded_by(mutex_));
};

}  // namespace rowhouse::sqlite
