#pragma once
// The partitions of a table with their sizes, a page at a time.

#include "table_service/store/table.h"
#include "table_service/store/table_store.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace rowhouse {

// See TableStore::ListPartitions().
Result<std::vector<PartitionSize>> ReadPartitionList(const Table& table, std::string_view from,
                                                     std::size_t max);

}  // namespace rowhouse
