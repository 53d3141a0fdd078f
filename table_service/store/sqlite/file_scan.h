#pragma once
// The rows of one partition file in key order.

#include "entity/entity_source.h"
#include "entity/error.h"
#include "table_service/store/sqlite/files/file_rows.h"
#include "table_service/store/sqlite/files/partition_file.h"
#include "table_service/store/sqlite/table.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace rowhouse::sqlite {

// Threads: one at a time. Views of a row live until the next Seek() or Step().
class FileScan {
 public:
  virtual ~FileScan() = default;

  // Moves to the first row at or after (partition, row). Returns false if there is none. REQUIRES:
  // the arguments are not views of the current row
  virtual Result<bool> Seek(std::string_view partition, std::string_view row) = 0;
  // Moves to the next row. Returns false if there is none. REQUIRES: the last move returned true
  virtual Result<bool> Step() = 0;
  // REQUIRES: the last move returned true
  virtual StoredRow Row() const = 0;
  // Returns the partition map that matches what the scan sees now. REQUIRES: Seek() was called
  virtual MapView view() const = 0;
};

// Creates a scan, on which Seek() must be called first. Where every reader has its own connection,
// the scan holds one, or the file's rows in memory, and sees one committed state until it is
// destroyed. Where all share a single
// connection, the scan borrows it only to copy a chunk of rows and sees one committed state per
// chunk.
//
// Only the first kind applies `filter`; the second returns all rows.
std::unique_ptr<FileScan> MakeFileScan(const Table& table, std::shared_ptr<PartitionFile> file,
                                       RowFilter* filter = nullptr);

}  // namespace rowhouse::sqlite
