#include "table_service/server/stderr_sink.h"

#include <atomic>
#include <fmt/format.h>
#include <memory>
#include <poll.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <string>
#include <unistd.h>

namespace rowhouse::server {
namespace {

// Where there is room at all, there is room for a line: of a pipe POSIX promises PIPE_BUF bytes.
bool HasRoom() {
  pollfd wanted{.fd = STDERR_FILENO, .events = POLLOUT, .revents = 0};
  // What cannot be asked, such as a closed descriptor, does not make a write wait.
  return poll(&wanted, 1, 0) != 0;
}

class StderrSink final : public spdlog::sinks::stderr_color_sink_mt {
 public:
  void log(const spdlog::details::log_msg& line) override {
    if (!HasRoom()) {
      lost_.fetch_add(1);
      return;
    }
    if (const auto lost = lost_.exchange(0); lost > 0) {
      const std::string text =
          fmt::format("{} lines of the log are lost: nobody was reading standard error", lost);
      Write({line.logger_name, spdlog::level::warn, text});
      if (!HasRoom()) {
        lost_.fetch_add(1);
        return;
      }
    }
    Write(line);
  }

 private:
  void Write(const spdlog::details::log_msg& line) {
    spdlog::sinks::stderr_color_sink_mt::log(line);
  }

  std::atomic<unsigned long long> lost_ = 0;
};

}  // namespace

spdlog::sink_ptr MakeStderrSink() { return std::make_shared<StderrSink>(); }

}  // namespace rowhouse::server
