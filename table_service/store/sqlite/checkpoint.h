#pragma once
// Copying the write-ahead logs of partition files back into the files, so that the logs stay short.
//
// A log begins anew once all of it has been copied and nobody reads an earlier state. So somebody who
// never ends reading a file (an sqlite3 shell with an open transaction) makes its log grow. No thread
// that serves other files waits for that:
//  - From 16 MiB on a log is copied back after a commit, beside the writers, and what they added in
//    the lane of the file. Neither waits for anybody.
//  - From 128 MiB on the lane pauses, for a tenth of a second at most, until the readers of this
//    process have ended. If that does not help, the log names the file, once.
//  - At StoreOptions::log_bytes_max the writes to this file are refused with kServerBusy. What is read
//    and written in other files goes on.
// The state of such files is looked at every second, so that they heal by themselves.

#include "base/mutex.h"
#include "table_service/store/sqlite/store_context.h"
#include "table_service/store/sqlite/table.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <thread>
#include <vector>

namespace rowhouse::sqlite {

// Threads: all calls may overlap. Lifetime: borrows the context, whose pool must not have been
// destroyed.
class Checkpoints {
 public:
  explicit Checkpoints(StoreContext& context) : context_(context), thread_([this] { Work(); }) {}
  ~Checkpoints() { Stop(); }
  Checkpoints(const Checkpoints&) = delete;
  Checkpoints& operator=(const Checkpoints&) = delete;

  // Must be called after a commit that left `pages` pages in the log.
  void AfterCommit(const std::shared_ptr<FileLane>& lane, int pages);
  // Lets all lanes go on and ends the thread. Later commits copy no logs.
  void Stop();

 private:
  using Clock = std::chrono::steady_clock;
  using Lane = std::shared_ptr<FileLane>;
  struct Paused {
    Lane lane;
    Clock::time_point end;  // of the longest pause
  };

  void Work();
  // Waits for something to do. Returns false if the thread is to end.
  bool Await();
  Lane TakeNext();
  void CopyBack(const Lane& lane);
  void FinishInLane(const Lane& lane);
  // In the lane: has it paused and handed to the thread.
  void PauseInLane(const Lane& lane);
  void TryPaused();
  void LookAtWatched();
  void Shortened(const Lane& lane);
  void Blocked(const Lane& lane);
  // The end of what AfterCommit() began.
  void Done(const Lane& lane);

  StoreContext& context_;
  Mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<Lane> waiting_ ROWHOUSE_TS(guarded_by(mutex_));  // for CopyBack()
  std::deque<Lane> pausing_ ROWHOUSE_TS(guarded_by(mutex_));  // handed over by PauseInLane()
  bool stopping_ ROWHOUSE_TS(guarded_by(mutex_)) = false;
  // Used by the thread only.
  std::vector<Paused> paused_;
  std::vector<Lane> watched_;  // whose logs are long because somebody reads
  Clock::time_point next_look_;
  std::thread thread_;
};

}  // namespace rowhouse::sqlite
