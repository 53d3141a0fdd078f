#include "bench/load_driver/histogram.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <functional>

namespace rowhouse::bench {
namespace {

constexpr int kStepBits = 7;
constexpr std::uint64_t kSteps = 1U << kStepBits;
constexpr int kShiftMax = 64 - kStepBits - 1;
constexpr std::size_t kBuckets = (kShiftMax + 2) * kSteps;

// How many low bits a bucket of this size leaves out.
int ShiftOf(std::uint64_t value) {
  return std::max(0, static_cast<int>(std::bit_width(value)) - kStepBits - 1);
}

std::size_t BucketOf(std::uint64_t value) {
  const int shift = ShiftOf(value);
  return static_cast<std::size_t>(shift) * kSteps + (value >> shift);
}

std::uint64_t LargestValueOf(std::size_t bucket) {
  if (bucket < 2 * kSteps) return bucket;
  const auto shift = bucket / kSteps - 1;
  const std::uint64_t step = bucket - shift * kSteps;
  return (step << shift) + ((std::uint64_t{1} << shift) - 1);
}

}  // namespace

Histogram::Histogram() : buckets_(kBuckets) {}

void Histogram::Record(std::uint64_t value) {
  ++buckets_[BucketOf(value)];
  ++count_;
  max_ = std::max(max_, value);
}

void Histogram::Merge(const Histogram& other) {
  std::transform(buckets_.begin(), buckets_.end(), other.buckets_.begin(), buckets_.begin(),
                 std::plus<>());
  count_ += other.count_;
  max_ = std::max(max_, other.max_);
}

std::uint64_t Histogram::Percentile(double percent) const {
  assert(percent > 0 && percent <= 100);
  const auto wanted =
      static_cast<std::uint64_t>(std::ceil(static_cast<double>(count_) * percent / 100));
  std::uint64_t seen = 0;
  for (std::size_t bucket = 0; bucket < buckets_.size(); ++bucket) {
    seen += buckets_[bucket];
    if (seen >= wanted && seen > 0) return std::min(LargestValueOf(bucket), max_);
  }
  return max_;
}

}  // namespace rowhouse::bench
