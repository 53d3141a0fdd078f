#pragma once
// Ctrl-C and SIGTERM as a wish to stop at the next good place.

#include <stop_token>
#include <thread>

namespace rowhouse::cli {

// While one exists, the first SIGINT or SIGTERM only makes Interrupted() true and requests the stop of
// InterruptToken(); the second one ends the process, as without a guard. At most one at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  ~InterruptGuard();

 private:
  std::jthread watcher_;  // a signal's handler may not request a stop
};

bool Interrupted();
// For calls that wait long. Of the guards' common source: it may be taken before there is a guard.
std::stop_token InterruptToken();

}  // namespace rowhouse::cli
