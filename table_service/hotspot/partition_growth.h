#pragma once
// The largest partitions that the store has told of, and how they grow.

#include "table_service/hotspot/access.h"

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
  std::uint64_t first_bytes = 0;  // when it was first told of
  AccessTime first;
  AccessTime last;

  // Bytes a day; 0 when it does not grow or was not watched for an hour.
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
