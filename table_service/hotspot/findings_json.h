#pragma once
// The findings as JSON: GET /_rowhouse/hotspots and `rowhouse keys check --json`.

#include "table_service/hotspot/finding.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

struct TableFindings {
  std::string table;
  std::uint64_t operations = 0;
  std::vector<Finding> findings;
  std::uint64_t bulk_load_operations = 0;  // of `operations`: marked as such, and not judged
};

// {"tables":[{"table":"T","operations":6000,"findings":[{"kind":"monotonic-partition-key",...}]}]}
// in one line, with "bulk_load_operations" if there are any. Members that do not apply are absent; "advice" is [] if no key would help. Shares
// and confidence have four decimals, rates and effective_partitions one; "since" is Edm.DateTime. With maps, findings and
// advice have a "map": a list for each time, of a count for each key range.
enum class KeyMaps : std::uint8_t { kWithout, kWith };
std::string FindingsJson(std::span<const TableFindings> tables, KeyMaps maps = KeyMaps::kWithout);

// "monotonic-partition-key", "monotonic-row-key", "hot-partition", "big-partition".
std::string_view KindName(FindingKind kind);
// "ascending", "descending".
std::string_view DirectionName(KeyDirection direction);

}  // namespace rowhouse
