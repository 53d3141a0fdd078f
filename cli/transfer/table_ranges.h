#pragma once
// The ranges of a table, asked of its service.

#include "cli/transfer/key_ranges.h"

#include <optional>
#include <rowhouse/table_client.h>
#include <string>
#include <vector>

namespace rowhouse::cli {

// At most `ranges_max` ranges in key order that hold the whole table: of PartitionKeys, or of the
// RowKeys of its partition if it has only one. With `partition` the ranges of that one.
std::vector<KeyRange> RangesOf(const tables::TableClient& table, std::size_t ranges_max,
                               std::optional<std::string> partition = {});

}  // namespace rowhouse::cli
