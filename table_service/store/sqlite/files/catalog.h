#pragma once
// account.db: which tables there are, their access policies, which partitions have a file of their
// own (the partition map), and the service properties. What it says is the truth about every other
// file. docs/on-disk-format.md.

#include "base/mutex.h"
#include "settings/access_policy.h"
#include "table_service/store/sqlite/files/database_opener.h"
#include "table_service/store/sqlite/files/sqlite_connection.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace rowhouse::sqlite {

struct CatalogTable {
  std::int64_t id = 0;  // never used again, also not after the table is deleted
  std::string name = {};
  std::string folder = {};
  bool has_shared_file = false;
};

struct CatalogPartition {
  std::int64_t table_id = 0;
  std::string key = {};    // stored form
  std::string file = {};   // in the table's folder
  bool leftovers = false;  // it moved here, and the shared file may still hold its rows
};

// By the id of their table.
using CatalogPolicies = std::map<std::int64_t, AccessPolicies>;

// Every call that changes something is one transaction and durable when it returns. One that throws
// has changed nothing.
// Threads: all calls may overlap.
class Catalog {
 public:
  // Opens `path`, creating it when missing.
  static DbResult<std::unique_ptr<Catalog>> Open(const DatabaseOpener& opener,
                                                 const std::string& path);

  DbResult<std::vector<CatalogTable>> Tables();
  DbResult<std::vector<CatalogPartition>> Partitions();
  // The greatest id that any table ever had.
  DbResult<std::int64_t> LastTableId();

  // A table with the partitions that it has from the start. `prepare`, called before the commit,
  // does all that can fail, such as to put their files into its folder; when it fails nothing is
  // changed. REQUIRES: no table of that name
  DbStatus AddTable(const std::string& name, std::span<const CatalogPartition> partitions,
                    bool has_shared_file,
                    const std::function<DbStatus(const CatalogTable&)>& prepare);
  DbStatus DeleteTable(std::int64_t id);
  // False, and nothing is done, when the table is gone.
  DbResult<bool> AddPartitions(std::int64_t table_id, std::span<const CatalogPartition> partitions);
  DbResult<bool> AddSharedFile(std::int64_t table_id);
  DbStatus ClearLeftovers(std::int64_t table_id, const std::string& key);

  DbResult<CatalogPolicies> Policies();
  // In place of those that the table has. REQUIRES: the table exists
  DbStatus SetPolicies(std::int64_t table_id, std::span<const AccessPolicy> policies);
  // The document that was set last; empty in a new catalog.
  DbResult<std::string> ServiceProperties();
  DbStatus SetServiceProperties(const std::string& document);

  // No timestamp beyond this was ever given to an entity. 0 in a new catalog.
  DbResult<std::int64_t> TimestampCeiling();
  DbStatus SetTimestampCeiling(std::int64_t ticks);

 private:
  explicit Catalog(Connection connection) : connection_(std::move(connection)) {}

  DbStatus CommitLocked(Transaction& transaction) ROWHOUSE_TS(requires_capability(mutex_));
  template <class... Values>
  DbStatus RunLocked(std::string_view sql, const Values&... values)
      ROWHOUSE_TS(requires_capability(mutex_));

  Mutex mutex_;
  Connection connection_ ROWHOUSE_TS(guarded_by(mutex_));
};

}  // namespace rowhouse::sqlite
