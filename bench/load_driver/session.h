#pragma once
// Shared by a run and a load: the event loop, the server's address, and reasons to stop
// early.

#include "bench/load_driver/endpoint.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <functional>
#include <string>
#include <tl/expected.hpp>

namespace rowhouse::bench {

enum class StopReason : std::uint8_t { kNone, kTimeLimit, kInterrupt };

// One thread runs everything. Lifetime: must outlive the connections that use Io().
class Session {
 public:
  Session();

  boost::asio::io_context& Io() { return io_; }
  // The address that `endpoint` names; fails when the name does not resolve.
  tl::expected<boost::asio::ip::tcp::endpoint, std::string> Resolve(const Endpoint& endpoint);

  // Works until Finish(), or until `limit` is over or SIGINT or SIGTERM comes: then `stop` is
  // called once, which must end what is in flight.
  StopReason RunUntilFinished(std::chrono::nanoseconds limit, std::function<void()> stop);
  // There is no further work.
  void Finish();

 private:
  void Stop(StopReason reason);

  boost::asio::io_context io_;
  boost::asio::steady_timer limit_;
  boost::asio::signal_set signals_;
  std::function<void()> stop_;
  StopReason reason_ = StopReason::kNone;
};

}  // namespace rowhouse::bench
