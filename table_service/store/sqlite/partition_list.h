#pragma once
// The partitions of a table with their sizes.

#include "table_service/store/sqlite/table.h"
#include "table_service/store/sqlite/table_store.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace rowhouse::sqlite {

// See TableStore::ListPartitions().
Result<std::vector<store::PartitionSize>> ReadPartitionList(const Table& table,
                                                            std::string_view from, std::size_t max);

// See TableStore::ListLargePartitions().
std::vector<store::PartitionSize> ReadLargePartitions(const Table& table, std::uint64_t bytes_min);

}  // namespace rowhouse::sqlite
