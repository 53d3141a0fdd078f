#pragma once
// Latencies in a log-linear histogram: fixed memory, any range, an error below 1 %.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace rowhouse::bench {

// Counts values (nanoseconds here) in buckets: each power of two is cut into 128 equal steps, and
// values below 256 are exact. Threads: none of its own; each thread keeps one and they are merged.
class Histogram {
 public:
  Histogram();

  void Record(std::uint64_t value);
  void Merge(const Histogram& other);

  std::uint64_t Count() const { return count_; }
  std::uint64_t Max() const { return max_; }

  // The smallest recorded value that at least `percent` of all values do not exceed, rounded up
  // within its bucket and never above Max(). 0 when nothing was recorded.
  // REQUIRES: 0 < percent <= 100
  std::uint64_t Percentile(double percent) const;

 private:
  std::vector<std::uint64_t> buckets_;
  std::uint64_t count_ = 0;
  std::uint64_t max_ = 0;
};

}  // namespace rowhouse::bench
