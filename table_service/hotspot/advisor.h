#pragma once
// Tries candidate keys on sampled operations. docs/hot-partitions.md.

#include "table_service/hotspot/finding.h"

#include <span>
#include <vector>

namespace rowhouse {

// Returns candidate keys that would resolve `finding`; the first is the recommended one. `samples`
// are in order of time and include runs of consecutive writes. Returns none if no key would help,
// because the requests are for one entity.
std::vector<Advice> Advise(const Finding& finding, std::span<const SampledAccess> samples);
// Sets `advice` and `map` of each finding.
void AddAdvice(std::span<Finding> findings, std::span<const SampledAccess> samples);

}  // namespace rowhouse
