#pragma once
// Reading a natural key back from all its suffixes, in RowKey order.

#include <cstddef>
#include <rowhouse/partition_keys.h>
#include <rowhouse/query.h>
#include <rowhouse/table_client.h>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse::tables {

struct FanOutOptions {
  Filter filter = {};  // on other properties than PartitionKey
  std::vector<std::string> select = {};
  std::optional<std::size_t> limit = {};
  std::size_t parallel_max = 8;  // requests at a time
  // Entities held in memory at a time. While all answers fit they come by a few range queries over
  // neighbouring suffixes; beyond that each suffix is read separately, in pages that together stay
  // near this bound (one entity a suffix at least).
  std::size_t buffered_max = 100'000;
  CallOptions call = {};
};

// The entities of all suffixes of `natural`, by RowKey and then by PartitionKey. Keys that only
// look alike are left out. Errors as TableClient::Query().
EntityRange FanOutQuery(TableClient table, const SuffixSet& suffixes, std::string_view natural,
                        FanOutOptions options = {});

// The entities of any partitions, by RowKey and then by PartitionKey. Each is read separately.
EntityRange FanOutQuery(TableClient table, std::vector<std::string> partition_keys,
                        FanOutOptions options = {});

}  // namespace rowhouse::tables
