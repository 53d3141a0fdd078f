#pragma once
// A token bucket as a value; the time is an argument. As in the generic cell rate algorithm (ITU-T
// I.371), only the time at which the bucket is full again is stored, so a full bucket equals a new
// one.

#include <cassert>
#include <chrono>

namespace rowhouse {

class TokenBucket {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;
  using Duration = std::chrono::steady_clock::duration;

  // The time whose tokens fill a bucket. A client that waits a second after a refusal, as clients
  // do, then has the tokens of that second.
  static constexpr Duration kDepth = std::chrono::seconds(1);

  // Returns the time until there is a token; zero if there is one.
  Duration Wait(TimePoint now) const {
    const Duration missing = full_at_ - now;
    return missing < kDepth ? Duration::zero() : missing - kDepth + Duration(1);
  }
  // Takes `tokens`, even more than there are: the debt must be paid off before the next one is
  // given. So a batch that needs more than a second's tokens is admitted, and the rate still holds.
  // REQUIRES: per_second > 0
  void Take(double tokens, double per_second, TimePoint now) {
    assert(per_second > 0);
    const std::chrono::duration<double> cost(tokens / per_second);
    full_at_ = (IsFull(now) ? now : full_at_) +
               std::chrono::duration_cast<Duration>(cost < kDebtMax ? cost : kDebtMax);
  }
  bool IsFull(TimePoint now) const { return full_at_ <= now; }

 private:
  static constexpr std::chrono::duration<double> kDebtMax = std::chrono::hours(1);

  TimePoint full_at_{};
};

}  // namespace rowhouse
