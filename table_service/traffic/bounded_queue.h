#pragma once
// A lock-free queue of fixed size for many producers and consumers: D. Vyukov's bounded MPMC queue
// (1024cores.net). Values stay in their cells, so that their memory is reused.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace rowhouse {

template <class Value, std::size_t kSize>
class BoundedQueue {
  static_assert((kSize & (kSize - 1)) == 0, "the size is a power of two");

 public:
  BoundedQueue() {
    for (std::size_t i = 0; i < kSize; ++i) cells_[i].turn.store(i, std::memory_order_relaxed);
  }

  // Calls `fill` with the value of the next free cell. Returns false if there is none. If `fill`
  // throws, nothing was pushed.
  template <class Fill>
  bool Push(Fill fill) {
    return Take(push_, 0, [&](Cell& cell, std::size_t position) {
      const PassOn pass_on(cell, position + 1);
      cell.is_filled = false;
      fill(cell.value);
      cell.is_filled = true;
    });
  }
  // Calls `use` with the oldest value. Returns false if there is none. If `use` throws, the value
  // is lost.
  template <class Use>
  bool Pop(Use use) {
    return Take(pop_, 1, [&](Cell& cell, std::size_t position) {
      const PassOn pass_on(cell, position + kSize);
      if (cell.is_filled) use(cell.value);
    });
  }

 private:
  struct Cell {
    // The position at which it can be pushed, or that plus 1 if it can be popped.
    std::atomic<std::size_t> turn = 0;
    bool is_filled = false;  // false if filling it threw
    Value value = {};
  };

  // Passes the cell to the other end even after an exception; otherwise the queue would stop there.
  class PassOn {
   public:
    PassOn(Cell& cell, std::size_t turn) : cell_(cell), turn_(turn) {}
    ~PassOn() { cell_.turn.store(turn_, std::memory_order_release); }
    PassOn(const PassOn&) = delete;
    PassOn& operator=(const PassOn&) = delete;

   private:
    Cell& cell_;
    const std::size_t turn_;
  };

  // Does not wait: if the turn of the cell has not come, the queue is full or empty.
  template <class Act>
  bool Take(std::atomic<std::size_t>& end, std::size_t turn_of_end, Act act) {
    std::size_t position = end.load(std::memory_order_relaxed);
    for (;;) {
      Cell& cell = cells_[position & (kSize - 1)];
      const auto ahead = static_cast<std::ptrdiff_t>(cell.turn.load(std::memory_order_acquire) -
                                                     (position + turn_of_end));
      if (ahead < 0) return false;
      if (ahead > 0) {
        position = end.load(std::memory_order_relaxed);
      } else if (end.compare_exchange_weak(position, position + 1, std::memory_order_relaxed)) {
        act(cell, position);
        return true;
      }
    }
  }

  std::array<Cell, kSize> cells_;
  alignas(64) std::atomic<std::size_t> push_ = 0;
  alignas(64) std::atomic<std::size_t> pop_ = 0;
};

}  // namespace rowhouse
