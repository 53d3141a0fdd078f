#pragma once
// Streams of operations with keys such as applications make.

#include "table_service/hotspot/key_access.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace rowhouse::test {

struct Trace {
  std::string_view name;
  std::vector<SampledAccess> accesses;  // in order of arrival, 200 per second
};

// Returns streams with a finding, of `operations` each.
std::vector<Trace> TracesWithFindings(std::uint64_t seed, std::size_t operations);

}  // namespace rowhouse::test
