#include "table_service/hotspot/partition_sizes.h"

#include <algorithm>

namespace rowhouse {

double PartitionSize::GrowthADay() const {
  using Days = std::chrono::duration<double, std::ratio<86400>>;
  if (bytes <= first_bytes || last - first < std::chrono::hours(1)) return 0;
  return static_cast<double>(bytes - first_bytes) / Days(last - first).count();
}

void PartitionSizes::Record(std::string_view key, std::uint64_t rows, std::uint64_t bytes,
                            AccessTime now) {
  const auto known = std::find_if(sizes_.begin(), sizes_.end(),
                                  [&](const PartitionSize& size) { return size.key == key; });
  if (known != sizes_.end()) {
    known->rows = rows;
    known->bytes = bytes;
    known->last = now;
  } else {
    sizes_.push_back({std::string(key), rows, bytes, bytes, now, now});
  }
  std::stable_sort(sizes_.begin(), sizes_.end(),
                   [](const PartitionSize& left, const PartitionSize& right) {
                     return left.bytes > right.bytes;
                   });
  if (sizes_.size() > kKept) sizes_.pop_back();
}

std::size_t PartitionSizes::Bytes() const {
  std::size_t total = sizes_.capacity() * sizeof(PartitionSize);
  for (const PartitionSize& size : sizes_) total += size.key.capacity();
  return total;
}

}  // namespace rowhouse
