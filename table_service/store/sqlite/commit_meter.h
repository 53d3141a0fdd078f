#pragma once
// Measures the commits of a store.

#include "table_service/store/engine_figures.h"

#include <chrono>
#include <cstddef>

namespace rowhouse::sqlite {

// Threads: all calls may overlap.
class CommitMeter {
 public:
  using Duration = std::chrono::steady_clock::duration;

  // Must be called once for each committed transaction with entities.
  void Count(std::size_t writes, Duration commit) {
    writes_.Add(static_cast<double>(writes));
    seconds_.Add(std::chrono::duration<double>(commit).count());
  }
  store::HistogramCounts Writes() const { return writes_.Read(); }
  store::HistogramCounts Seconds() const { return seconds_.Read(); }

 private:
  store::SharedHistogram<9> writes_{{1, 2, 4, 8, 16, 32, 64, 128, 256}};
  store::SharedHistogram<12> seconds_{
      {0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5}};
};

}  // namespace rowhouse::sqlite
