#pragma once
// The largest partitions that the store has reported, and how they grow.

#include "table_service/hotspot/key_access.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

struct PartitionGrowth {
  std::string key;
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;
  std::uint64_t first_bytes = 0;  // when it was first reported
  AccessTime first;
  AccessTime last;

  // Returns bytes per day; 0 if it does not grow or was observed for less than an hour.
  double GrowthADay() const;
};

class PartitionGrowths {
 public:
  void Record(std::string_view key, std::uint64_t rows, std::uint64_t bytes, AccessTime now);
  // Largest first.
  const std::vector<PartitionGrowth>& List() const { return sizes_; }
  std::size_t Bytes() const;

 private:
  static constexpr std::size_t kKept = 16;
  std::vector<PartitionGrowth> sizes_ = {};
};

}  // namespace rowhouse
