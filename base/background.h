#pragma once
// A thread for work whose result is not awaited: removing the files of deleted tables, cleaning up
// folders.

#include "base/mutex.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <thread>

namespace rowhouse {

// Thread-safe. The destructor finishes all posted jobs. An exception in a job is logged and affects
// no other job.
class Background {
 public:
  Background() : thread_([this] { Work(); }) {}
  ~Background();
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  void Post(std::function<void()> job);

 private:
  void Work();

  Mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<std::function<void()>> jobs_ ROWHOUSE_TS(guarded_by(mutex_));
  bool stopping_ ROWHOUSE_TS(guarded_by(mutex_)) = false;
  std::thread thread_;
};

}  // namespace rowhouse
