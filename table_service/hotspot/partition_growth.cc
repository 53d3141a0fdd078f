#include "table_service/hotspot/partition_growth.h"

#include <algorithm>

namespace rowhouse {

double PartitionGrowth::GrowthADay() const {
  using Days = std::chrono::duration<double, std::ratio<86400>>;
  if (bytes <= first_bytes || last - first < std::chrono::hours(1)) return 0;
  return static_cast<double>(bytes - first_bytes) / Days(last - first).count();
}

void PartitionGrowths::Record(std::string_view key, std::uint64_t rows, std::uint64_t bytes,
                              AccessTime now) {
  const auto known = std::find_if(sizes_.begin(), sizes_.end(),
                                  [&](const PartitionGrowth& size) { return size.key == key; });
  if (known != sizes_.end()) {
    known->rows = rows;
    known->bytes = bytes;
    known->last = now;
  } else {
    sizes_.push_back({std::string(key), rows, bytes, bytes, now, now});
  }
  std::stable_sort(sizes_.begin(), sizes_.end(),
                   [](const PartitionGrowth& left, const PartitionGrowth& right) {
                     return left.bytes > right.bytes;
                   });
  if (sizes_.size() > kKept) sizes_.pop_back();
}

std::size_t PartitionGrowths::Bytes() const {
  std::size_t total = sizes_.capacity() * sizeof(PartitionGrowth);
  for (const PartitionGrowth& size : sizes_) total += size.key.capacity();
  return total;
}

}  // namespace rowhouse
