#include "cli/terminal/interrupt.h"

#include <array>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <stop_token>
#include <thread>

namespace rowhouse::cli {
namespace {

constexpr std::chrono::milliseconds kLookEvery{50};

volatile std::sig_atomic_t interrupted = 0;

std::stop_source& Source() {
  static std::stop_source source;
  return source;
}

extern "C" void OnInterrupt(int /*signal*/) { interrupted = 1; }

void SetHandler(void (*handler)(int), unsigned flags) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = static_cast<int>(flags);
  sigemptyset(&action.sa_mask);
  for (const int signal : std::array{SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
}

}  // namespace

// Reset by the first signal, so that the second one finds the default action.
InterruptGuard::InterruptGuard() {
  interrupted = 0;
  SetHandler(OnInterrupt, static_cast<unsigned>(SA_RESETHAND) | SA_RESTART);
  watcher_ = std::jthread([](const std::stop_token& over) {
    std::mutex mutex;
    std::condition_variable_any ended;
    std::unique_lock lock(mutex);
    while (!over.stop_requested() && !Interrupted()) {
      ended.wait_for(lock, over, kLookEvery, Interrupted);
    }
    if (Interrupted()) Source().request_stop();
  });
}

InterruptGuard::~InterruptGuard() { SetHandler(SIG_DFL, 0); }

bool Interrupted() { return interrupted != 0; }

std::stop_token InterruptToken() { return Source().get_token(); }

}  // namespace rowhouse::cli
