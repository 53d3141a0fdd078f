#pragma once
// A small picture of the keys of operations: time by key range. Keys in order of arrival are a diagonal in it, a hot
// partition is a line along the time, keys that spread are everywhere.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace rowhouse {

struct KeyMap {
  static constexpr std::size_t kTimes = 24;
  static constexpr std::size_t kRanges = 16;

  // The number of operations in each time and range: the ranges of the first time, the lowest keys first, then those of
  // the next time. kTimes * kRanges of them, or none.
  std::vector<std::uint32_t> counts = {};
};

// Draws `keys`, PartitionKeys in order of arrival: each time has the same number of operations, each range the same number
// of distinct keys. REQUIRES: valid UTF-8
KeyMap MapOf(std::vector<std::string> keys);

}  // namespace rowhouse
