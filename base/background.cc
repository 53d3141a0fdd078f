#include "base/background.h"

#include "base/guarded.h"

#include <utility>

namespace rowhouse {

Background::~Background() {
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Background::Post(std::function<void()> job) {
  {
    const MutexLock lock(mutex_);
    jobs_.push_back(std::move(job));
  }
  changed_.notify_one();
}

void Background::Work() {
  for (;;) {
    std::function<void()> job;
    {
      const MutexLock lock(mutex_);
      while (jobs_.empty() && !stopping_) changed_.wait(mutex_);
      if (jobs_.empty()) return;
      job = std::move(jobs_.front());
      jobs_.pop_front();
    }
    RunGuarded("a background job", {}, job);
  }
}

}  // namespace rowhouse
