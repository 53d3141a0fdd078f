#pragma once
// The storage port, third part: what an operator asks about tables.

#include "entity/error.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse::store {

// What a partition takes up. Of a large one an engine may estimate rows and bytes.
struct PartitionSize {
  std::string partition_key;
  std::uint64_t rows = 0;   // at least 1
  std::uint64_t bytes = 0;  // of keys and properties as stored; of an estimate, of the storage
  bool exact = true;
  std::string file = {};  // the one that holds it, in the folder of the table; empty: in no file
  bool own_file = false;
};

// Threads: all calls may overlap. They run on worker threads and may take long.
// Errors: kTableNotFound, and kInternalError or kServerBusy when the engine fails.
class Maintenance {
 public:
  virtual ~Maintenance() = default;

  // How many entities a table, or one of its partitions, has. What is written meanwhile may or may
  // not be counted.
  virtual Result<std::uint64_t> Count(
      std::string_view table,
      std::optional<std::string_view> partition_key = std::nullopt) const = 0;

  // Up to `max` partitions of a table in key order, from the first whose key is `from` or later.
  // The work is bounded by `max`, however large the partitions are. What is written meanwhile may
  // or may not be seen.
  virtual Result<std::vector<PartitionSize>> ListPartitions(std::string_view table,
                                                            std::string_view from,
                                                            std::size_t max) const = 0;
};

}  // namespace rowhouse::store
