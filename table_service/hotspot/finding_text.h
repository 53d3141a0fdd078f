#pragma once
// Findings as text: one sentence each, with the numbers.

#include "table_service/hotspot/finding.h"
#include "table_service/hotspot/partition_growth.h"

#include <string>

namespace rowhouse {

// Describes a finding of any kind but kBigPartition.
std::string Why(const Finding& finding);
std::string WhyBig(const PartitionGrowth& size);

}  // namespace rowhouse
