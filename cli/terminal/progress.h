#pragma once
// Progress of a long job on stderr: a moving bar on a terminal, a plain line now and then
// elsewhere.

#include "cli/terminal/progress_line.h"
#include "cli/terminal/terminal.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

namespace rowhouse::cli {

// Draws from a thread of its own from construction on, so that the bar also moves while nothing
// comes in. Threads: Advance(), SetPosition() and SetTotal() may be called by any.
class Progress {
 public:
  explicit Progress(std::string label, Terminal terminal = TerminalOf(2));
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();  // Stop()

  void Advance(std::uint64_t entities) { done_ += entities; }
  // Position in the job in the unit of its total.
  void SetPosition(std::uint64_t position) { position_ = position; }
  void AdvancePosition(std::uint64_t by) { position_ += by; }
  // 0: not known.
  void SetTotal(std::uint64_t total) { total_ = total; }

  std::uint64_t Done() const { return done_; }
  std::chrono::milliseconds Elapsed() const;

  // Ends the drawing; a bar is wiped away. What is printed after it begins on a fresh line.
  void Stop();

 private:
  void Run();
  void Draw();

  const std::string label_;
  const Terminal terminal_;
  const std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<std::uint64_t> position_ = 0;
  std::atomic<std::uint64_t> total_ = 0;
  RateWindow rate_;  // the thread's own

  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopped_ = false;  // guarded by mutex_
  std::thread thread_;
};

}  // namespace rowhouse::cli
