#include "table_service/wire/memory_budget.h"

namespace rowhouse::wire {

bool MemoryShare::GrowTo(std::size_t bytes) noexcept {
  if (bytes <= bytes_) return true;
  const std::size_t more = bytes - bytes_;
  std::size_t used = budget_.used_.load(std::memory_order_relaxed);
  do {
    if (used > budget_.bytes_max_ || budget_.bytes_max_ - used < more) {
      budget_.refusals_.fetch_add(1, std::memory_order_relaxed);
      return false;
    }
  } while (!budget_.used_.compare_exchange_weak(used, used + more, std::memory_order_relaxed));
  bytes_ = bytes;
  return true;
}

void MemoryShare::Set(std::size_t bytes) noexcept {
  if (bytes == bytes_) return;
  budget_.used_.fetch_add(bytes - bytes_, std::memory_order_relaxed);  // also if it shrinks
  bytes_ = bytes;
}

}  // namespace rowhouse::wire
