#pragma once
// Texts that say what reads cost with a candidate key.

#include "table_service/hotspot/candidate_keys.h"

#include <cstddef>
#include <span>
#include <string>

namespace rowhouse {

// The number of sampled operations that are queries of a partition.
struct QueryCount {
  std::size_t queries = 0;
  std::size_t operations = 0;
};
QueryCount CountQueries(std::span<const SampledAccess> samples);

// Returns the cost of reading one entity whose natural keys are known.
std::string PointReadText(const CandidateKey& candidate);
// Returns the cost of reading the rows of one natural PartitionKey and of a range of PartitionKeys.
std::string RangeReadText(const CandidateKey& candidate, const QueryCount& queries);

}  // namespace rowhouse
