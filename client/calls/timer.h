#pragma once
// Calls in the future, on the threads of the connections.

#include <chrono>
#include <functional>
#include <memory>

namespace rowhouse::tables {

// Destroying it cancels what it waits for, unless that runs already.
class Alarm {
 public:
  Alarm() = default;
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;
  virtual ~Alarm() = default;
};

// Calls `action` once at `time` or soon after, from another thread.
std::shared_ptr<Alarm> RunAt(std::chrono::steady_clock::time_point time,
                             std::function<void()> action);

}  // namespace rowhouse::tables
