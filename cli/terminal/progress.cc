#include "cli/terminal/progress.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>

namespace rowhouse::cli {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kRedraw{100};
constexpr milliseconds kPlainLine{5000};

}  // namespace

Progress::Progress(std::string label, Terminal terminal)
    : label_(std::move(label)), terminal_(terminal), thread_([this] { Run(); }) {}

Progress::~Progress() { Stop(); }

milliseconds Progress::Elapsed() const {
  return std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - started_);
}

void Progress::Draw() {
  ProgressState state{done_, {}, Elapsed()};
  if (const std::uint64_t total = total_; total > 0) {
    state.fraction = std::min(1.0, static_cast<double>(position_) / static_cast<double>(total));
  }
  rate_.Add(state);
  if (terminal_.moves) {
    fmt::print(stderr, "\r{}\x1b[K", MovingLine(label_, state, rate_, terminal_));
    std::fflush(stderr);
  } else {
    fmt::print(stderr, "{}\n", PlainLine(label_, state, rate_));
  }
}

void Progress::Run() {
  const milliseconds step = terminal_.moves ? kRedraw : kPlainLine;
  rate_.Add({});  // so that the first line has a rate
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, step, [this] { return stopped_; })) Draw();
}

void Progress::Stop() {
  {
    const std::lock_guard lock(mutex_);
    if (stopped_) return;
    stopped_ = true;
  }
  wake_.notify_all();
  thread_.join();
  if (terminal_.moves) {
    fmt::print(stderr, "\r\x1b[K");
    std::fflush(stderr);
  }
}

}  // namespace rowhouse::cli
