#include "table_service/server/stop_events.h"

#include <array>
#include <cerrno>
#include <fmt/format.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <system_error>
#include <unistd.h>

namespace rowhouse::server {

StopEvents::StopEvents(bool watch_stdin) : watch_stdin_(watch_stdin) {
  sigemptyset(&signals_);
  sigaddset(&signals_, SIGINT);
  sigaddset(&signals_, SIGTERM);
  sigaddset(&signals_, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
  signal_descriptor_ = signalfd(-1, &signals_, SFD_CLOEXEC | SFD_NONBLOCK);
  if (signal_descriptor_ == -1) {
    throw std::system_error(errno, std::generic_category(), "no descriptor for signals");
  }
}

StopEvents::~StopEvents() { close(signal_descriptor_); }

StopEvents::Event StopEvents::Wait(std::optional<std::chrono::milliseconds> limit) {
  for (;;) {
    // poll() takes no notice of a negative descriptor.
    std::array<pollfd, 2> waiting{
        {{.fd = signal_descriptor_, .events = POLLIN, .revents = 0},
         {.fd = watch_stdin_ ? STDIN_FILENO : -1, .events = POLLIN, .revents = 0}}};
    const int ready =
        poll(waiting.data(), waiting.size(), limit ? static_cast<int>(limit->count()) : -1);
    if (ready == 0) return {Event::Kind::kTimeout, ""};
    if (ready < 0) continue;  // EINTR
    if (auto event = TakeSignal()) return *std::move(event);
    if (waiting[1].revents != 0 && StdinHasEnded()) {
      watch_stdin_ = false;
      return {Event::Kind::kStop, "stdin has ended"};
    }
  }
}

std::optional<StopEvents::Event> StopEvents::TakeSignal() {
  signalfd_siginfo info{};
  if (read(signal_descriptor_, &info, sizeof info) != sizeof info) return std::nullopt;
  const bool hang_up = info.ssi_signo == SIGHUP;
  return Event{hang_up ? Event::Kind::kHangUp : Event::Kind::kStop,
               fmt::format("signal {}", info.ssi_signo)};
}

// REQUIRES: poll() has reported something about stdin, which may be that it is not open
bool StopEvents::StdinHasEnded() {
  std::array<char, 4096> dropped;
  const ssize_t count = read(STDIN_FILENO, dropped.data(), dropped.size());
  return count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN);
}

void StopEvents::Unblock() { pthread_sigmask(SIG_UNBLOCK, &signals_, nullptr); }

}  // namespace rowhouse::server
