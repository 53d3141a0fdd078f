#pragma once
// Tries candidate keys on sampled operations (DESIGN 7).

#include "table_service/hotspot/finding.h"

#include <span>
#include <vector>

namespace rowhouse {

// Candidate keys for what `finding` found, best first: the first one is what to do. `samples` are
// in order of time; runs of neighbouring writes are among them. Empty when no key would help (every
// request is for one entity).
std::vector<Advice> Advise(const Finding& finding, std::span<const SampledAccess> samples);

}  // namespace rowhouse
