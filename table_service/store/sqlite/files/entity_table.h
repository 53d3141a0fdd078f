#pragma once
// The entity table of one partition file, through one connection. All SQL about entities is here.
// Keys are in stored form (stored_key.h).

#include "base/date_time.h"
#include "table_service/store/entities.h"
#include "table_service/store/sqlite/files/db_connection.h"
#include "table_service/store/sqlite/files/open_files.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rowhouse::sqlite {

// Threads: one at a time, like its connection.
class EntityTable {
 public:
  // Keeps `slot`, if there is one, until the connection is closed.
  explicit EntityTable(DbConnection connection, std::optional<OpenFiles::Slot> slot = std::nullopt)
      : slot_(std::move(slot)), connection_(std::move(connection)) {}

  DbConnection& connection() { return connection_; }
  // Counts the pages that the connection keeps in memory, if it has a slot.
  void CountPages() {
    if (slot_) slot_->CountPages(connection_.PageBytes());
  }

  DbResult<std::optional<store::EntityRecord>> Find(std::string_view partition,
                                                    std::string_view row);

  // Returns the partition of the first row; nothing if there are no rows.
  DbResult<std::optional<std::string>> FirstPartition();
  DbResult<std::uint64_t> Count();
  DbResult<std::uint64_t> CountPartition(std::string_view partition);

  // What rows say about themselves.
  struct Summary {
    std::uint64_t rows = 0;
    DateTime latest = {};  // the greatest timestamp
    std::string first_partition = {}, last_partition = {};
  };
  // Reads all rows.
  DbResult<Summary> Summarize();
  DbResult<Summary> SummarizePartition(std::string_view partition);

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
    kSummarize,
    kSummarizePartition,
    kSqlCount
  };
  DbResult<Statement*> Prepared(Sql sql);
  static DbResult<Summary> ReadSummary(Statement& statement);
  DbResult<bool> Run(Sql sql, std::string_view partition, std::string_view row, DateTime timestamp,
                     std::string_view properties);

  std::optional<OpenFiles::Slot> slot_;  // first, since it outlasts the connection
  DbConnection connection_;
  std::array<std::optional<Statement>, kSqlCount> statements_;
};

}  // namespace rowhouse::sqlite
