#pragma once
// The partitions that take the most requests: the Space-Saving sketch (Metwally, Agrawal and
// El Abbadi, "Efficient computation of frequent and top-k elements in data streams", ICDT 2005)
// over exponentially decayed counts (Cormode, Korn and Tirthapura, "Exponentially decayed
// aggregates on data streams", ICDE 2008). Every partition with more than 1/kCounters of the recent
// requests has a counter.

#include "table_service/hotspot/key_access.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

struct HeavyPartition {
  std::string key;
  double share = 0;                // lower bound of its share of the recent requests
  double read_share = 0;           // share of its requests that are reads
  std::uint64_t operations = 0;    // since it got its counter
  std::uint64_t fast_seconds = 0;  // in a row, with at least the hot rate
  double sustained_rate = 0;       // the fewest operations in one of these seconds
  AccessTime since;
  AccessTime last;
};

class HeavyPartitions {
 public:
  explicit HeavyPartitions(double hot_rate) : hot_rate_(hot_rate) {}

  // `hash` is HashKey(key). Returns the number of operations counted for this partition since it
  // got its counter.
  std::uint64_t Add(std::string_view key, std::uint64_t hash, bool is_write, AccessTime now);

  // Returns the partitions with at least `share` or a sustained hot rate, hottest first.
  std::vector<HeavyPartition> List(double share) const;
  // Returns the decayed number of recent requests.
  double Weight() const { return total_ / unit_; }
  // Returns a lower bound of the number of different partitions, at most kCounters.
  std::size_t Partitions() const { return counters_.size(); }
  std::size_t Bytes() const;

 private:
  static constexpr std::size_t kCounters = 32;
  struct Counter {
    std::string key;
    double error = 0;  // the part of its weight that may belong to other partitions
    double reads = 0;
    std::uint64_t operations = 0;
    AccessTime since;
    AccessTime last;
    std::int64_t second = 0;  // the second being counted
    std::uint64_t in_second = 0;
    std::uint64_t fast_seconds = 0;
    double sustained_rate = 0;
  };
  std::size_t Find(std::uint64_t hash) const;
  std::size_t Replace(std::string_view key, std::uint64_t hash, AccessTime now);
  void CountSecond(Counter& counter, AccessTime now) const;
  void Grow();

  double hot_rate_;
  // The weight of a new request. It grows, instead of all other weights shrinking.
  double unit_ = 1;
  double total_ = 0;
  // Per counter; contiguous for fast searches.
  std::array<std::uint64_t, kCounters> hashes_ = {};
  std::array<double, kCounters> weights_ = {};
  std::vector<Counter> counters_ = {};
};

}  // namespace rowhouse
