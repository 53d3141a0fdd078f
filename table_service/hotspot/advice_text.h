#pragma once
// What a key costs for reads, in words.

#include "table_service/hotspot/candidate_keys.h"

#include <cstddef>
#include <span>
#include <string>

namespace rowhouse {

// How many of the sampled operations are queries of a partition.
struct QueriesSeen {
  std::size_t queries = 0;
  std::size_t operations = 0;
};
QueriesSeen CountQueries(std::span<const SampledAccess> samples);

// Of reading one entity whose natural keys are known.
std::string PointReadText(const CandidateKey& candidate);
// Of reading rows of one natural PartitionKey, and a range of PartitionKeys.
std::string RangeReadText(const CandidateKey& candidate, const QueriesSeen& queries);

}  // namespace rowhouse
