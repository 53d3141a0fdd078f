#pragma once
// Ctrl-C and SIGTERM as a wish to stop at the next good place.

namespace rowhouse::cli {

// While one exists, the first SIGINT or SIGTERM only makes Interrupted() true; the second one ends
// the process, as without a guard. At most one at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  ~InterruptGuard();
};

bool Interrupted();

}  // namespace rowhouse::cli
