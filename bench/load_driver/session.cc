#include "bench/load_driver/session.h"

#include <csignal>
#include <fmt/format.h>
#include <utility>

namespace rowhouse::bench {

namespace asio = boost::asio;
using boost::system::error_code;

Session::Session() : io_(1), limit_(io_), signals_(io_, SIGINT, SIGTERM) {}

tl::expected<asio::ip::tcp::endpoint, std::string> Session::Resolve(const Endpoint& endpoint) {
  error_code error;
  asio::ip::tcp::resolver resolver(io_);
  const auto found = resolver.resolve(endpoint.host, std::to_string(endpoint.port), error);
  if (error) {
    return tl::unexpected(
        fmt::format("cannot resolve {}: {}", endpoint.Authority(), error.message()));
  }
  return found.begin()->endpoint();
}

StopReason Session::RunUntilFinished(std::chrono::nanoseconds limit, std::function<void()> stop) {
  stop_ = std::move(stop);
  limit_.expires_after(limit);
  limit_.async_wait([this](const error_code& error) {
    if (!error) Stop(StopReason::kTimeLimit);
  });
  signals_.async_wait([this](const error_code& error, int) {
    if (!error) Stop(StopReason::kInterrupt);
  });
  io_.run();
  return reason_;
}

void Session::Stop(StopReason reason) {
  if (reason_ != StopReason::kNone) return;
  reason_ = reason;
  stop_();
}

void Session::Finish() {
  limit_.cancel();
  error_code ignored;
  signals_.cancel(ignored);
}

}  // namespace rowhouse::bench
