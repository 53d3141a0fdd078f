#pragma once
// How serious a finding is: by how much the load could grow before the cloud throttles it.
// docs/hot-partitions.md.

#include "table_service/hotspot/finding.h"

#include <string>
#include <string_view>

namespace rowhouse {

// The published targets of the service.
inline constexpr double kCloudPartitionRate = 2000;  // entities a second
inline constexpr double kCloudAccountRate = 20'000;  // requests a second

// Returns by how much the load can be multiplied until its busiest place meets the cloud's limit for
// a partition: to two significant digits, from 100 on to one.
double LoadFactor(const Headroom& headroom);

// Judges a finding by its other members.
Severity SeverityOf(const Finding& finding);

// "note", "warning", "critical".
std::string_view SeverityName(Severity severity);

// "under 0.01", "0.02", "1.7", "1,920".
std::string RateText(double rate);

// "Busiest partition: 0.02/s of 2,000/s; would throttle from about 100,000 times this load." Names
// the limit of an account, too, if the table is nearer to that one. Empty for kBigPartition, whose load does not matter.
std::string HeadroomText(const Finding& finding);

}  // namespace rowhouse
