#pragma once
// The parts of a job, several at a time.

#include <atomic>
#include <cstddef>
#include <functional>

namespace rowhouse::cli {

class ParallelParts {
 public:
  // Calls `work` with 0 to `count` - 1, on `threads` threads; after a failure or an interrupt no
  // further part is begun. Returns when all have ended; throws what the first failure threw.
  void Run(std::size_t count, std::size_t threads, const std::function<void(std::size_t)>& work);

  // Whether a part that is in progress should end early. Threads: may be called by any.
  bool Stopped() const;

 private:
  std::atomic<bool> failed_ = false;
};

}  // namespace rowhouse::cli
