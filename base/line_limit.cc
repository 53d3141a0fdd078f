#include "base/line_limit.h"

#include <utility>

namespace rowhouse {

std::optional<std::uint64_t> LineLimit::Admit(std::chrono::steady_clock::time_point now) {
  const MutexLock lock(mutex_);
  if (!begin_ || now - *begin_ >= std::chrono::seconds(1)) {
    begin_ = now;
    admitted_ = 0;
  }
  if (admitted_ >= lines_per_second_) {
    ++left_out_;
    return std::nullopt;
  }
  ++admitted_;
  return std::exchange(left_out_, 0);
}

}  // namespace rowhouse
