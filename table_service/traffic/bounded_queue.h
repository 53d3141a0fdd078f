#pragma once
// A queue of fixed size for many threads at both ends, without a lock: D. Vyukov's bounded MPMC
// queue (1024cores.net). Values stay in their cells, so that their memory is used again.

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

  // Calls `fill` with the next free cell; false when there is none. When `fill` throws nothing has
  // been pushed.
  template <class Fill>
  bool Push(Fill fill) {
    return Take(push_, 0, [&](Cell& cell, std::size_t position) {
      const PassOn pass_on(cell, position + 1);
      cell.is_filled = false;
      fill(cell.value);
      cell.is_filled = true;
    });
  }
  // Calls `use` with the oldest value; false when there is none. When `use` throws the value is
  // lost.
  template <class Use>
  bool Pop(Use use) {
    return Take(pop_, 1, [&](Cell& cell, std::size_t position) {
      const PassOn pass_on(cell, position + kSize);
      if (cell.is_filled) use(cell.value);
    });
  }

 private:
  struct Cell {
    std::atomic<std::size_t> turn = 0;  // the position it can be pushed at, or that plus 1 to pop
    bool is_filled = false;             // not so when what was to fill it threw
    Value value = {};
  };

  // Lets the other end have the cell, whichever way its use ends: else the queue would stop there.
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

  // Waits for no one: a cell whose turn has not come yet means full or empty.
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
