#pragma once
// What an engine measures about itself, for an operator.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace rowhouse::store {

// How often values were observed, by size.
struct HistogramCounts {
  std::vector<double> bounds;         // upper bounds, ascending; one more count is unbounded
  std::vector<std::uint64_t> counts;  // of each bound alone
  double sum = 0;                     // of the values
};

struct EngineFigures {
  HistogramCounts commit_writes;   // change sets per committed transaction
  HistogramCounts commit_seconds;  // of COMMIT: writing the log, and syncing it if that is on
  std::uint64_t waiting_writes = 0;
  std::uint64_t log_bytes = 0;        // of the write-ahead logs
  std::uint64_t row_cache_bytes = 0;  // memory for the rows of files that are read a lot
};

// A histogram that threads add to. Threads: all calls may overlap. No lock.
template <std::size_t kBounds>
class SharedHistogram {
 public:
  using Bounds = std::array<double, kBounds>;

  explicit SharedHistogram(const Bounds& bounds) : bounds_(bounds) {}

  void Add(double value) {
    std::size_t bucket = 0;
    while (bucket < kBounds && value > bounds_[bucket]) ++bucket;
    counts_[bucket].fetch_add(1, std::memory_order_relaxed);
    sum_.fetch_add(value, std::memory_order_relaxed);
  }
  HistogramCounts Read() const {
    HistogramCounts read{.bounds = {bounds_.begin(), bounds_.end()}, .counts = {}, .sum = sum_};
    read.counts.assign(counts_.begin(), counts_.end());
    return read;
  }

 private:
  const Bounds bounds_;
  std::array<std::atomic<std::uint64_t>, kBounds + 1> counts_ = {};
  std::atomic<double> sum_ = 0;
};

}  // namespace rowhouse::store
