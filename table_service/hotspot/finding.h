#pragma once
// What the detector has found about a table, and advice about it. docs/hot-partitions.md.

#include "table_service/hotspot/key_access.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rowhouse {

enum class FindingKind : std::uint8_t {
  kMonotonicPartitionKey,
  kMonotonicRowKey,
  kHotPartition,
  kBigPartition
};

enum class KeyDirection : std::uint8_t { kAscending, kDescending };

// A key that was tried on the sampled operations.
struct Advice {
  std::string key;      // a key template (key_template.h)
  std::string example;  // the key of one of the samples
  // The largest share of the writes (or of the reads, if the finding is about reads) that any one
  // partition or any 1/64 of the key range in use gets, in the worst window of 1,000 operations.
  double hottest_share = 1;
  // exp of the entropy of the shares: the number of equally busy partitions with the same spread.
  double effective_partitions = 1;
  std::string point_read;  // its cost as text
  std::string range_read;
};

struct Finding {
  FindingKind kind = FindingKind::kHotPartition;
  std::optional<KeyDirection> direction = {};  // kMonotonic...
  // kHotPartition, kBigPartition. kMonotonicRowKey: the partition with most of the inserts, if
  // there is one.
  std::optional<std::string> partition = {};
  // kMonotonic...: the share of the recent inserts at the end of the key range. kHotPartition: the
  // share of the recent requests for this partition.
  std::optional<double> share = {};
  std::optional<double> rate = {};          // operations per second, if known yet
  std::optional<std::uint64_t> rows = {};   // kBigPartition
  std::optional<std::uint64_t> bytes = {};  // kBigPartition
  bool of_reads = false;                    // kHotPartition: most of its requests are reads
  std::uint64_t operations = 0;             // number of operations that were evaluated
  double confidence = 0;            // 0..1: 1 minus the probability of this happening by chance
  AccessTime since = {};            // time of the first operation that was evaluated
  std::string why = {};             // one sentence with the numbers
  std::vector<Advice> advice = {};  // best first
};

}  // namespace rowhouse
