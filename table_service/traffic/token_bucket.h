#pragma once
// A token bucket as a value; time comes in as an argument. Kept as the generic cell rate algorithm
// does (ITU-T I.371): all that is stored is the time at which the bucket is full again, so a full
// bucket is the same as none.

#include <cassert>
#include <chrono>

namespace rowhouse {

class TokenBucket {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;
  using Duration = std::chrono::steady_clock::duration;

  // What a full bucket holds: the tokens of so long. A client that waits for a second after a
  // refusal, as they do, then finds the tokens of its second.
  static constexpr Duration kDepth = std::chrono::seconds(1);

  // How long until there is a token; zero: there is one.
  Duration Wait(TimePoint now) const {
    const Duration missing = full_at_ - now;
    return missing < kDepth ? Duration::zero() : missing - kDepth + Duration(1);
  }
  // Takes `tokens`, more than there are, too: the debt has to be paid off before the next one. So a
  // batch that is larger than a whole second's tokens gets through, and the rate holds all the
  // same. REQUIRES: per_second > 0
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
