#include "table_service/traffic/bucket_set.h"

namespace rowhouse {

TokenBucket& BucketSet::Get(std::uint64_t name, TokenBucket::TimePoint now) {
  if (const auto found = buckets_.find(name); found != buckets_.end()) return found->second;
  if (buckets_.size() >= max_) {
    std::erase_if(buckets_, [now](const auto& entry) { return entry.second.IsFull(now); });
    if (buckets_.size() > max_ / 2) buckets_.clear();
  }
  return buckets_[name];
}

}  // namespace rowhouse
