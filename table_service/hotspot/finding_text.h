#pragma once
// Findings as text, for the log, the command and the JSON.

#include "table_service/hotspot/finding.h"
#include "table_service/hotspot/partition_growth.h"

#include <string>

namespace rowhouse {

// "PartitionKeys are monotonic, ascending", "Partition 'p' is hot". Keys are cut, and not made
// printable.
std::string Title(const Finding& finding);

// Says what was seen and how far it is from a limit, for any kind but kBigPartition.
std::string Why(const Finding& finding);
std::string WhyBig(const PartitionGrowth& size);

}  // namespace rowhouse
