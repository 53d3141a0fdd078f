#pragma once
// What a run counts: the operations of all connections over one common window of time.

#include "bench/load_driver/result.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace rowhouse::bench {

// The window is one span of time for all connections together, and a run's rate is the number of
// operations that were answered rightly within it, divided by its length, whoever had them. So a
// connection that is served late, or in bursts, counts with what it got and not with what it could
// have got. Operations that are in flight when the window ends are not in the rate.
//
// A window in which fewer than `enough` operations ended says little, so it is extended by its own
// length, again and again, until there are enough or `latest_end` has come. Its end is thus known
// before the operations that it decides about.
//
// Latencies are those of the operations that began in the window, also of those that ended after
// it: leaving these out would leave out the slow ones.
//
// Threads: none of its own; callers that share one lock it. Time comes in as an argument, and may
// not go back.
class Tally {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  struct Rules {
    std::chrono::nanoseconds length{};
    std::uint64_t enough = 1;
    TimePoint latest_end;
    // Not 0: the window ends with this many operations instead, or unfinished at `latest_end`.
    std::uint64_t total = 0;
  };

  // `on_open` and `on_close` are called once each, from the call that opens or closes the window.
  Tally(RunResult empty, Rules rules, std::function<void()> on_open,
        std::function<void()> on_close);

  // REQUIRES: it was not opened before
  void Open(TimePoint now);
  // Extends or closes the window when `now` is past its end. False: it is closed.
  bool Advance(TimePoint now);
  bool IsOpen() const { return state_ == State::kOpen; }
  // When Advance() has something to do next. REQUIRES: IsOpen()
  TimePoint End() const { return end_; }

  // `count` operations that began and ended together, with `work` done by all of them.
  void Completed(TimePoint began, TimePoint ended, const Work& work, std::uint64_t count = 1);
  // Counted from the opening on, up to the end of the run.
  void Failed(TimePoint ended, const std::string& kind);

  // .capped: the window ended with fewer operations than were asked for.
  RunResult Result() const;

 private:
  enum class State : std::uint8_t { kWaiting, kOpen, kClosed };

  bool HasEnough() const { return result_.operations >= rules_.enough; }
  void Close();

  RunResult result_;
  Rules rules_;
  std::function<void()> on_open_;
  std::function<void()> on_close_;
  State state_ = State::kWaiting;
  TimePoint from_;
  TimePoint end_;
};

// How many operations are enough to tell the rate of so many connections: those of some servers
// are answered all at once, and then none for a while.
std::uint64_t EnoughOperations(std::uint64_t connections);

}  // namespace rowhouse::bench
