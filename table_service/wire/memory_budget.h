#pragma once
// The memory that all clients of a server can make it hold together, for bodies of requests and answers.
// Limits for each connection do not bound it: ten thousand clients that send 4 MiB each, or read nothing of
// their answers, would take 40 GB.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace rowhouse::wire {

// Threads: all calls may overlap.
class MemoryBudget {
 public:
  explicit MemoryBudget(std::size_t bytes_max = std::numeric_limits<std::size_t>::max())
      : bytes_max_(bytes_max) {}
  MemoryBudget(const MemoryBudget&) = delete;
  MemoryBudget& operator=(const MemoryBudget&) = delete;

  std::size_t bytes_max() const { return bytes_max_; }
  std::size_t used() const { return used_.load(std::memory_order_relaxed); }
  // Returns how often there was not enough, since the start.
  std::uint64_t refusals() const { return refusals_.load(std::memory_order_relaxed); }

 private:
  friend class MemoryShare;

  const std::size_t bytes_max_;
  std::atomic<std::size_t> used_ = 0;
  std::atomic<std::uint64_t> refusals_ = 0;
};

// What one connection has of a budget; returned by the destructor. Threads: one at a time.
// Lifetime: borrows the budget.
class MemoryShare {
 public:
  explicit MemoryShare(MemoryBudget& budget) : budget_(budget) {}
  MemoryShare(const MemoryShare&) = delete;
  MemoryShare& operator=(const MemoryShare&) = delete;
  ~MemoryShare() { Set(0); }

  std::size_t bytes() const { return bytes_; }
  // Makes the share at least so large. Returns false, and changes nothing, if there is not enough.
  [[nodiscard]] bool GrowTo(std::size_t bytes) noexcept;
  // Makes the share so large, also if that is more than there is.
  void Set(std::size_t bytes) noexcept;

 private:
  MemoryBudget& budget_;
  std::size_t bytes_ = 0;
};

}  // namespace rowhouse::wire
