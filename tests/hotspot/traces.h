#pragma once
// Streams of operations whose keys are made as applications make them.

#include "table_service/hotspot/access.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace rowhouse::test {

struct Trace {
  std::string_view name;
  std::vector<SampledAccess> accesses;  // in order of arrival, 200 a second
};

// Streams with a finding: `operations` each.
std::vector<Trace> TroubledTraces(std::uint64_t seed, std::size_t operations);

}  // namespace rowhouse::test
