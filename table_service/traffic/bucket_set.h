#pragma once
// Token buckets by name, in bounded memory whatever the names.

#include "table_service/traffic/token_bucket.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace rowhouse {

// A name is a hash: two names that share one share a bucket. Not synchronized.
class BucketSet {
 public:
  explicit BucketSet(std::size_t max) : max_(max) {}

  // Valid until the next call. A new bucket is full. When there are too many, those that are full
  // again are forgotten, which nobody can tell from keeping them; when hardly any is, all are, so
  // that a flood of names finds mercy instead of memory.
  TokenBucket& Get(std::uint64_t name, TokenBucket::TimePoint now);
  std::size_t Size() const { return buckets_.size(); }

 private:
  const std::size_t max_;
  std::unordered_map<std::uint64_t, TokenBucket> buckets_;
};

}  // namespace rowhouse
