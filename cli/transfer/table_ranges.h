#pragma once
// The ranges of a table, asked of its service.

#include "cli/transfer/key_ranges.h"

#include <cstddef>
#include <optional>
#include <rowhouse/table_client.h>
#include <string>
#include <vector>

namespace rowhouse::cli {

// How many ranges there are for each that is read at the same time, so that no reader is left over with a long one.
inline constexpr std::size_t kRangesPerReader = 4;

// At most `ranges_max` ranges in key order that hold the whole table: of PartitionKeys, or of the
// RowKeys of its partition if it has only one. With `partition` the ranges of that one.
std::vector<KeyRange> RangesOf(const tables::TableClient& table, std::size_t ranges_max,
                               std::optional<std::string> partition = {});

}  // namespace rowhouse::cli
