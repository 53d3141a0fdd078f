#pragma once
// What the detector has found about a table, and advice about it. docs/hot-partitions.md.

#include "table_service/hotspot/key_access.h"
#include "table_service/hotspot/key_map.h"

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

enum class Severity : std::uint8_t {
  kNote,     // a pattern that this load does not suffer from
  kWarning,  // it is near a limit of the cloud, or grows towards one
  kCritical  // the cloud would throttle it now
};

// What there is to compare with the limits of the cloud, in operations per second, averaged over
// some seconds at least. Both are above 0.
struct Headroom {
  // Of the busiest partition; kMonotonicPartitionKey: of the end of the key range.
  double busiest_rate = 0;
  double table_rate = 0;
};

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
  KeyMap map = {};  // of the sampled operations with this key
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
  double confidence = 0;  // 0..1: 1 minus the probability of this happening by chance
  AccessTime since = {};  // time of the first operation that was evaluated
  std::optional<Headroom> headroom = {};  // if rates are known; never of kBigPartition
  Severity severity = Severity::kWarning;
  std::string why = {};             // what was seen and how far it is from a limit, with numbers
  std::vector<Advice> advice = {};  // best first
  KeyMap map = {};                  // of the sampled operations with the keys in use
};

}  // namespace rowhouse
