#pragma once
// When the write-ahead log of a database is copied back into it.

#include <algorithm>
#include <atomic>

namespace rowhouse::sqlite {

// Asks for a copy from 16 MiB on, after every commit, because any of them may find the moment at which
// no reader needs the log. While a reader keeps it from being copied, which each attempt finds out by
// looking at the whole log, the log must have grown by an eighth before the next one.
// Threads: all calls may overlap.
class LogPace {
 public:
  // Returns true if it is time to copy a log of so many pages.
  bool IsDue(int pages) {
    if (pages < kFirstPages) from_.store(kFirstPages, std::memory_order_relaxed);
    return pages >= from_.load(std::memory_order_relaxed);
  }
  // Must be called when not all of the log could be copied.
  void Postpone(int pages) { from_.store(pages + pages / 8, std::memory_order_relaxed); }
  // Must be called when there is hope again.
  void Hasten() { from_.store(kFirstPages, std::memory_order_relaxed); }

 private:
  static constexpr int kFirstPages = 1000;
  std::atomic<int> from_ = kFirstPages;
};

}  // namespace rowhouse::sqlite
