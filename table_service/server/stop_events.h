#pragma once
// What a running server waits for: the signals that stop or reload it, and the end of its stdin.

#include <chrono>
#include <csignal>
#include <optional>
#include <string>

namespace rowhouse::server {

// Threads: calls of one object must not overlap.
class StopEvents {
 public:
  // Blocks SIGINT, SIGTERM and SIGHUP in this thread. Throws std::system_error if there is no
  // descriptor left. REQUIRES: no other thread has been started, as threads inherit the mask
  explicit StopEvents(bool watch_stdin);
  ~StopEvents();
  StopEvents(const StopEvents&) = delete;
  StopEvents& operator=(const StopEvents&) = delete;

  struct Event {
    enum class Kind { kTimeout, kHangUp, kStop };
    Kind kind;
    std::string cause;  // for the log
  };
  // Waits for the next event, or until `limit` has passed; without a limit, for ever. What arrives
  // on stdin before its end is dropped.
  Event Wait(std::optional<std::chrono::milliseconds> limit);
  // Lets the next signal end the process immediately.
  void Unblock();

 private:
  std::optional<Event> TakeSignal();
  bool StdinHasEnded();

  sigset_t signals_{};
  int signal_descriptor_;
  bool watch_stdin_;
};

}  // namespace rowhouse::server
