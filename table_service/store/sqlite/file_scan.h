#pragma once
// The rows of one partition file in key order.

#include "entity/entity_source.h"
#include "entity/error.h"
#include "table_service/store/sqlite/files/partition_file.h"
#include "table_service/store/sqlite/table.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace rowhouse::sqlite {

struct StoredRow {  // keys in stored form
  std::string_view partition;
  std::string_view row;
  std::int64_t timestamp = 0;
  std::string_view properties;
};

// Threads: one at a time. Views of a row live until the next Seek() or Step().
class FileScan {
 public:
  virtual ~FileScan() = default;

  // Moves to the first row at (partition, row) or later; false when there is none. REQUIRES: the
  // texts do not belong to the current row
  virtual Result<bool> Seek(std::string_view partition, std::string_view row) = 0;
  // Moves to the next row. REQUIRES: the last move returned true
  virtual Result<bool> Step() = 0;
  // REQUIRES: the last move returned true
  virtual StoredRow Row() const = 0;
  // The partition map that belongs to what the scan sees now. REQUIRES: it has been moved
  virtual MapView view() const = 0;
};

// A scan that has not been moved yet, by the way of the store: with a connection for every reader
// it holds one and sees one committed state until it is destroyed; with a single connection for all
// it takes that for a moment to copy a chunk of rows, and sees one committed state per chunk.
//
// With a `filter` the first kind leaves out the rows that do not match it.
std::unique_ptr<FileScan> MakeFileScan(const Table& table, std::shared_ptr<PartitionFile> file,
                                       RowFilter* filter = nullptr);

}  // namespace rowhouse::sqlite
