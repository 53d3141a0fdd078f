#pragma once
// The text of a progress report. Pure: time comes in as an argument.

#include "cli/terminal/terminal.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

namespace rowhouse::cli {

// How far a job is. The fraction is of whatever the job's size is known in (entities, bytes).
struct ProgressState {
  std::uint64_t done = 0;               // entities
  std::optional<double> fraction = {};  // 0..1; none: the size is not known
  std::chrono::milliseconds elapsed{0};
};

// Rate and remaining time over the last seconds, so that a job that was resumed or changes its
// speed is judged by what it does now.
class RateWindow {
 public:
  static constexpr std::chrono::milliseconds kLength{8000};

  void Add(const ProgressState& state);
  double PerSecond() const;
  std::optional<std::chrono::seconds> Remaining() const;

 private:
  std::deque<ProgressState> states_;
};

// One line for a terminal that is redrawn in place, at most terminal.width - 1 columns:
//   import People  ██████▌             33 %  330,000  54.3k/s  12 s left
std::string MovingLine(std::string_view label, const ProgressState& state, const RateWindow& rate,
                       const Terminal& terminal);
// The same for a log:
//   import People: 330,000 entities (33 %), 54.3k/s, 12 s left
std::string PlainLine(std::string_view label, const ProgressState& state, const RateWindow& rate);

}  // namespace rowhouse::cli
