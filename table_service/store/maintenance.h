#pragma once
// The storage port, part three: what an operator asks about tables.

#include "entity/error.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse::store {

// The size of a partition. For a large one an engine may estimate rows and bytes.
struct PartitionSize {
  std::string partition_key;
  std::uint64_t rows = 0;   // at least 1
  std::uint64_t bytes = 0;  // keys and properties as stored; in an estimate, disk space
  bool exact = true;
  std::string file = {};  // its file, in the table's folder; empty: in no file
  bool own_file = false;
};

// The size of a table. An engine may estimate rows and partitions of a large one.
struct TableSize {
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;  // where the engine keeps them: of files, including unused pages
  std::uint64_t partitions = 0;
  bool exact = true;  // rows and partitions, as of the moment of measuring
};

// Threads: all calls may overlap. They run on worker threads and may take a long time.
// Errors: kTableNotFound, and kInternalError or kServerBusy if the engine fails.
class Maintenance {
 public:
  virtual ~Maintenance() = default;

  // Counts the entities of a table, or of one of its partitions. Entities written meanwhile may or
  // may not be counted.
  virtual Result<std::uint64_t> Count(
      std::string_view table,
      std::optional<std::string_view> partition_key = std::nullopt) const = 0;

  // Returns up to `max` partitions of a table in key order, starting with the first whose key is
  // `from` or later. The work is bounded by `max`, however large the partitions are. Entities
  // written meanwhile may or may not be included.
  virtual Result<std::vector<PartitionSize>> ListPartitions(std::string_view table,
                                                            std::string_view from,
                                                            std::size_t max) const = 0;

  // Measures a table. The work is bounded, however large the table is. Entities written meanwhile
  // may or may not be included.
  virtual Result<TableSize> MeasureTable(std::string_view table) const = 0;
};

}  // namespace rowhouse::store
