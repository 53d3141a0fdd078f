#pragma once
// How well keys spread the operations on them.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace rowhouse {

struct KeySpread {
  // See Advice::hottest_share.
  double hottest_share = 1;
  // See Advice::effective_partitions.
  double effective_partitions = 1;
  std::size_t partitions = 0;
};

// The length of a window in operations, and the number of ranges into which the keys in use are
// cut.
constexpr std::size_t kSpreadWindow = 1000;
constexpr std::size_t kSpreadRanges = 64;

// Measures the spread of `keys`, PartitionKeys in order of arrival, in the worst window of `window`
// operations. Windows are counted from the end and overlap by half. "1/64 of the key range in use"
// is measured in two ways, and the worse result counts:
//   - by keys: any 1/64 of the distinct keys that are neighbours in key order, as in a store that
//     splits ranges as they fill, at points that cannot be predicted;
//   - by value: the distance from the smallest to the largest key, taken as numbers, cut into 64
//     equal pieces, as in a store that was split in advance.
// In fewer than 1,000 operations some range looks hot by chance, so the result is then a cautious
// estimate of what 1,000 operations would show.
// REQUIRES: valid UTF-8, window > 0
KeySpread MeasureSpread(std::vector<std::string> keys, std::size_t window = kSpreadWindow);

}  // namespace rowhouse
