#pragma once
// What an engine can do besides the port when it keeps partitions in files.

#include "entity/error.h"
#include "table_service/store/maintenance.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse::store {

// A table that was copied to files, or made of such files.
struct TableCopy {
  std::string name = {};  // as created
  std::size_t files = 0;
  std::uint64_t entities = 0;
};

// A partition has a file of its own or shares one with others of its table.
// Threads: all calls may overlap; all but CountOwnFiles() may wait for a disk.
// Errors: kTableNotFound, and kInternalError when a file cannot be read or written.
class PartitionFiles {
 public:
  virtual ~PartitionFiles() = default;

  // How many partitions, of all tables, have a file of their own. From memory.
  virtual std::size_t CountOwnFiles() const = 0;
  // The partitions of a table that have a file of their own with at least `bytes_min`; none when
  // the data is in memory.
  virtual Result<std::vector<PartitionSize>> ListLargePartitions(std::string_view table,
                                                                 std::uint64_t bytes_min) const = 0;
  // Moves a partition out of its table's shared file into a file of its own. Succeeds also when it
  // has one or has no entity. A crash at any point leaves every entity in exactly one place.
  virtual Status MoveToOwnFile(std::string_view table, std::string_view partition_key) = 0;

  // Copies the files of a table into `folder`, which is created; each partition as it is at one
  // moment. What a failure leaves in `folder` is the caller's to remove.
  virtual Result<TableCopy> CopyTable(std::string_view table,
                                      const std::filesystem::path& folder) const = 0;
  // Makes a table out of what CopyTable() wrote: with all timestamps, and at once for every reader.
  // A crash or failure leaves all of it or nothing. kTableAlreadyExists.
  // REQUIRES: CheckTableName(table) has passed, and the data is not in memory
  virtual Result<TableCopy> RestoreTable(const std::filesystem::path& folder,
                                         std::string_view table) = 0;
};

}  // namespace rowhouse::store
