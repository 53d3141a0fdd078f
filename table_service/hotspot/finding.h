#pragma once
// What the detector has found about a table, and what to do about it. DESIGN 7.

#include "table_service/hotspot/access.h"

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
  std::string example;  // what the key would have been for one of the samples
  // Of the writes (of the reads, when the finding is about reads): the largest share of any one
  // partition and of any 1/64 of the key range in use, whichever is larger, in the worst window of
  // 1,000 operations.
  double hottest_share = 1;
  // exp of the entropy of the shares: how many equally busy partitions would be as spread.
  double effective_partitions = 1;
  std::string point_read;  // what it costs, in words
  std::string range_read;
};

struct Finding {
  FindingKind kind = FindingKind::kHotPartition;
  std::optional<KeyDirection> direction = {};  // of the monotonic ones
  // kHotPartition, kBigPartition; of kMonotonicRowKey the one that takes most of the inserts, when
  // one does.
  std::optional<std::string> partition = {};
  // kMonotonic...: of the recent inserts, those at the end of the key range. kHotPartition: of the
  // recent requests, those for this partition.
  std::optional<double> share = {};
  std::optional<double> rate = {};          // operations a second, when there was time to tell
  std::optional<std::uint64_t> rows = {};   // kBigPartition
  std::optional<std::uint64_t> bytes = {};  // kBigPartition
  bool of_reads = false;                    // kHotPartition: most of its requests are reads
  std::uint64_t operations = 0;             // how many were looked at
  double confidence = 0;            // 0..1: one less the odds that chance alone looks like this
  AccessTime since = {};            // the first of the operations that were looked at
  std::string why = {};             // one sentence with the numbers
  std::vector<Advice> advice = {};  // best first
};

}  // namespace rowhouse
