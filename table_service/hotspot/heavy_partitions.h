#pragma once
// The partitions that take the most requests: the Space-Saving sketch (Metwally, Agrawal and
// El Abbadi, "Efficient computation of frequent and top-k elements in data streams", ICDT 2005)
// over exponentially decayed counts (Cormode, Korn and Tirthapura, "Exponentially decayed
// aggregates on data streams", ICDE 2008): every partition with more than 1/kCounters of the recent
// requests is among its counters.

#include "table_service/hotspot/access.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

struct HeavyPartition {
  std::string key;
  double share = 0;                // of the recent requests, at least
  double read_share = 0;           // of this partition's requests, those that are reads
  std::uint64_t operations = 0;    // since it was noticed
  std::uint64_t fast_seconds = 0;  // for how long in a row its rate has been above the hot rate
  double sustained_rate = 0;       // the least operations in one of these seconds
  AccessTime since;
  AccessTime last;
};

class HeavyPartitions {
 public:
  explicit HeavyPartitions(double hot_rate) : hot_rate_(hot_rate) {}

  // `hash` is HashKey(key). Returns how many operations of this partition were counted for certain
  // since it was noticed.
  std::uint64_t Add(std::string_view key, std::uint64_t hash, bool is_write, AccessTime now);

  // Those with at least `share`, or a lasting hot rate; hottest first.
  std::vector<HeavyPartition> List(double share) const;
  // Of the recent requests: their number, decayed.
  double Weight() const { return total_ / unit_; }
  // How many different partitions are known to have come: at most kCounters.
  std::size_t Partitions() const { return counters_.size(); }
  std::size_t Bytes() const;

 private:
  static constexpr std::size_t kCounters = 32;
  struct Counter {
    std::string key;
    double error = 0;  // of its weight, what may belong to other partitions
    double reads = 0;
    std::uint64_t operations = 0;
    AccessTime since;
    AccessTime last;
    std::int64_t second = 0;  // the one that is counted now
    std::uint64_t in_second = 0;
    std::uint64_t fast_seconds = 0;
    double sustained_rate = 0;
  };
  std::size_t Find(std::uint64_t hash) const;
  std::size_t Replace(std::string_view key, std::uint64_t hash, AccessTime now);
  void CountSecond(Counter& counter, AccessTime now) const;
  void Grow();

  double hot_rate_;
  // Instead of shrinking all weights, the weight of a new request grows.
  double unit_ = 1;
  double total_ = 0;
  // By counter, side by side for the searches.
  std::array<std::uint64_t, kCounters> hashes_ = {};
  std::array<double, kCounters> weights_ = {};
  std::vector<Counter> counters_ = {};
};

}  // namespace rowhouse
