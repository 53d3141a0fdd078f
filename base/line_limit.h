#pragma once
// Keeps a failure that meets every request from filling the log.

#include "base/mutex.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace rowhouse {

// Threads: all calls may overlap.
class LineLimit {
 public:
  explicit LineLimit(int lines_per_second) : lines_per_second_(lines_per_second) {}

  // Returns no value if the line is to be left out, because there have been enough in this second.
  // Otherwise returns how many have been left out since the last line that was not. `now` must not go
  // back.
  std::optional<std::uint64_t> Admit(std::chrono::steady_clock::time_point now);

 private:
  const int lines_per_second_;
  Mutex mutex_;
  std::optional<std::chrono::steady_clock::time_point> begin_ ROWHOUSE_TS(guarded_by(mutex_));
  int admitted_ ROWHOUSE_TS(guarded_by(mutex_)) = 0;  // since `begin_`
  std::uint64_t left_out_ ROWHOUSE_TS(guarded_by(mutex_)) = 0;
};

}  // namespace rowhouse
