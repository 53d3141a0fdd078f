#pragma once
// What an engine that keeps partitions in files offers besides the port.

#include "entity/error.h"
#include "table_service/store/engine_figures.h"
#include "table_service/store/maintenance.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse::store {

// A table that was copied to files or created from such files.
struct TableCopy {
  std::string name = {};  // as created
  std::size_t files = 0;
  std::uint64_t entities = 0;
};

// A partition has its own file or shares one with other partitions of its table.
// Threads: all calls may overlap; all but CountOwnFiles() and Figures() may wait for a disk.
// Errors: kTableNotFound, and kInternalError if a file cannot be read or written.
class PartitionFiles {
 public:
  virtual ~PartitionFiles() = default;

  // Counts the partitions, over all tables, that have their own file. Does not touch the disk.
  virtual std::size_t CountOwnFiles() const = 0;
  // Returns figures since the start. Takes at most some milliseconds: looks at the sizes of the logs
  // of open files, of which there are some hundreds at most.
  virtual EngineFigures Figures() const = 0;
  // Returns the partitions of a table whose own file has at least `bytes_min`; none if the data is
  // in memory.
  virtual Result<std::vector<PartitionSize>> ListLargePartitions(std::string_view table,
                                                                 std::uint64_t bytes_min) const = 0;
  // Moves a partition from its table's shared file to its own file. Also succeeds if it already has
  // one or has no entities. A crash at any point leaves every entity in exactly one place.
  virtual Status MoveToOwnFile(std::string_view table, std::string_view partition_key) = 0;

  // Creates `folder` and copies the files of a table into it. The copy of each partition is one
  // committed state. The caller must remove what a failure leaves in `folder`.
  virtual Result<TableCopy> CopyTable(std::string_view table,
                                      const std::filesystem::path& folder) const = 0;
  // Creates a table from what CopyTable() wrote, with the original timestamps. The whole table
  // appears at once; a crash or failure leaves all of it or nothing. kTableAlreadyExists.
  // REQUIRES: CheckTableName(table) has passed, and the data is not in memory
  virtual Result<TableCopy> RestoreTable(const std::filesystem::path& folder,
                                         std::string_view table) = 0;
};

}  // namespace rowhouse::store
