#pragma once
// The entity table of one partition file, through one connection. All SQL about entities is here.
// Keys are in stored form (stored_key.h).

#include "base/date_time.h"
#include "table_service/store/entities.h"
#include "table_service/store/sqlite/files/db_connection.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace rowhouse::sqlite {

// Threads: one at a time, like its connection.
class EntityTable {
 public:
  explicit EntityTable(DbConnection connection) : connection_(std::move(connection)) {}

  DbConnection& connection() { return connection_; }

  DbResult<std::optional<store::EntityRecord>> Find(std::string_view partition,
                                                    std::string_view row);

  DbResult<std::uint64_t> Count();
  DbResult<std::uint64_t> CountPartition(std::string_view partition);

  // Calls that write use the open write transaction; without one each is its own transaction.
  // Returns false and changes nothing if the key exists.
  DbResult<bool> Insert(std::string_view partition, std::string_view row, DateTime timestamp,
                        std::string_view properties);
  DbStatus Put(std::string_view partition, std::string_view row, DateTime timestamp,
               std::string_view properties);
  DbStatus Remove(std::string_view partition, std::string_view row);
  DbStatus RemovePartition(std::string_view partition);

  // Returns a statement that yields (partition_key, row_key, timestamp, properties) in key order
  // from (?1, ?2) on. This object owns it; reset it after use.
  DbResult<Statement*> Scan();
  // The same, restricted to the rows that match the RowPredicate bound to ?3.
  DbResult<Statement*> ScanFiltered();

 private:
  enum Sql : std::uint8_t {
    kFind,
    kInsert,
    kPut,
    kRemove,
    kRemovePartition,
    kScan,
    kScanFiltered,
    kCountPartition,
    kSqlCount
  };
  DbResult<Statement*> Prepared(Sql sql);
  DbResult<bool> Run(Sql sql, std::string_view partition, std::string_view row, DateTime timestamp,
                     std::string_view properties);

  DbConnection connection_;
  std::array<std::optional<Statement>, kSqlCount> statements_;
};

}  // namespace rowhouse::sqlite
