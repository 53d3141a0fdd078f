#pragma once
// Token buckets by name, in bounded memory for any number of names.

#include "table_service/traffic/token_bucket.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace rowhouse {

// A name is given by its hash; names with the same hash share a bucket. Not synchronized.
class BucketSet {
 public:
  explicit BucketSet(std::size_t max) : max_(max) {}

  // Returns the bucket, valid until the next call; a new one is full. If there are too many, the
  // full ones are dropped, which changes nothing since a new one is full, too. If too few are full,
  // all are dropped: under a flood of names the limits are lost rather than the bound on memory.
  TokenBucket& Get(std::uint64_t name, TokenBucket::TimePoint now);
  std::size_t Size() const { return buckets_.size(); }

 private:
  const std::size_t max_;
  std::unordered_map<std::uint64_t, TokenBucket> buckets_;
};

}  // namespace rowhouse
