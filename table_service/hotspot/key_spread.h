#pragma once
// How well keys spread what is done with them.

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

// A window of operations, and the number of ranges that the keys in use are cut into.
constexpr std::size_t kSpreadWindow = 1000;
constexpr std::size_t kSpreadRanges = 64;

// Of `keys`, PartitionKeys in order of arrival, in the worst of all windows of `window` operations
// (two begin in each; they are counted from the end). "The key range in use" is read in two ways,
// and the worse one counts:
//   - by keys: any run of neighbours in the order of the distinct keys that is 1/64 of them. So
//     works a store that splits ranges as they fill, and nobody knows where it will;
//   - by value: the distance from the smallest to the largest key, taken as numbers, cut into 64
//     equal pieces. A store that was split beforehand works so.
// In fewer than 1,000 operations chance makes some range look hot: what is told then is a cautious
// estimate of what 1,000 would show.
// REQUIRES: valid UTF-8, window > 0
KeySpread MeasureSpread(std::vector<std::string> keys, std::size_t window = kSpreadWindow);

}  // namespace rowhouse
