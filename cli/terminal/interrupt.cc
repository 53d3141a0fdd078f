#include "cli/terminal/interrupt.h"

#include <array>
#include <csignal>

namespace rowhouse::cli {
namespace {

volatile std::sig_atomic_t interrupted = 0;

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
}

InterruptGuard::~InterruptGuard() { SetHandler(SIG_DFL, 0); }

bool Interrupted() { return interrupted != 0; }

}  // namespace rowhouse::cli
