#include "bench/load_driver/tally.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace rowhouse::bench {

Tally::Tally(RunResult empty, Rules rules, std::function<void()> on_open,
             std::function<void()> on_close)
    : result_(std::move(empty)),
      rules_(rules),
      on_open_(std::move(on_open)),
      on_close_(std::move(on_close)) {
  if (rules_.total != 0) rules_.enough = rules_.total;
}

void Tally::Open(TimePoint now) {
  assert(state_ == State::kWaiting);
  state_ = State::kOpen;
  from_ = now;
  end_ = rules_.total != 0 ? rules_.latest_end : std::min(now + rules_.length, rules_.latest_end);
  on_open_();
}

bool Tally::Advance(TimePoint now) {
  if (state_ != State::kOpen) return state_ == State::kWaiting;
  while (now > end_) {
    if (HasEnough() || end_ >= rules_.latest_end) {
      Close();
      return false;
    }
    end_ = std::min(end_ + rules_.length, rules_.latest_end);
  }
  return true;
}

void Tally::Close() {
  state_ = State::kClosed;
  on_close_();
}

void Tally::Completed(TimePoint began, TimePoint ended, const Work& work, std::uint64_t count) {
  if (state_ == State::kWaiting) return;
  const bool counts = Advance(ended);
  if (began >= from_ && began <= end_) {
    const auto latency = static_cast<std::uint64_t>((ended - began).count());
    for (std::uint64_t i = 0; i < count; ++i) result_.latency.Record(latency);
  }
  if (!counts) return;
  result_.operations += count;
  result_.work += work;
  if (rules_.total != 0 && HasEnough()) {
    end_ = ended;
    Close();
  }
}

void Tally::Failed(TimePoint ended, const std::string& kind) {
  if (state_ == State::kWaiting) return;
  Advance(ended);
  ++result_.errors[kind];
}

RunResult Tally::Result() const {
  RunResult result = result_;
  if (state_ != State::kWaiting) {
    result.seconds = std::chrono::duration<double>(end_ - from_).count();
  }
  result.capped = !HasEnough();
  return result;
}

std::uint64_t EnoughOperations(std::uint64_t connections) {
  return std::max<std::uint64_t>(10, 4 * connections);
}

}  // namespace rowhouse::bench
