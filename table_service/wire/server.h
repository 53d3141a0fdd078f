#pragma once
// The Boost.Beast front end: listens, reads requests under limits, writes answers. <boost/...>
// stops at its .cc files.
//
// Per connection: requests are answered in order, pipelined ones too; "Expect: 100-continue" is
// answered before the body is read; each phase has its own time limit; a limit is enforced before
// memory is spent and is answered (413, 431, 408). Threads: Handler::Handle is called on I/O
// threads; a Responder may be called from any thread.

#include "table_service/wire/message.h"
#include "table_service/wire/tls_context.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace rowhouse::wire {

struct TlsOptions {
  std::uint16_t port = 0;  // 0: any free one
  CertificateFiles files = {};
};

struct ServerOptions {
  std::string address = "127.0.0.1";
  std::optional<std::uint16_t> port = 10002;  // for plain HTTP; 0: any free one, none: only TLS
  std::optional<TlsOptions> tls = {};         // beside it
  std::size_t io_threads = 2;
  std::size_t connections_max = 10000;
  std::chrono::milliseconds handshake_time = std::chrono::seconds(15);
  std::chrono::milliseconds idle_time = std::chrono::seconds(600);  // between requests
  std::chrono::milliseconds head_time =
      std::chrono::seconds(30);  // from the first byte of a head to its end
  std::chrono::milliseconds body_time = std::chrono::seconds(120);  // for a whole body
  std::chrono::milliseconds write_time = std::chrono::seconds(120);
  std::chrono::milliseconds shutdown_time =
      std::chrono::seconds(20);  // for requests under way, at Stop()
};

class Server {
 public:
  // Binds and listens; `handler` must outlive the server. Failure: a text that names the address or
  // the file, and the remedy.
  static tl::expected<std::unique_ptr<Server>, std::string> Start(ServerOptions options,
                                                                  Handler& handler);
  // Stops first when Stop() was not called.
  ~Server();

  // 0 where it does not listen.
  std::uint16_t Port() const;
  std::uint16_t TlsPort() const;
  // Reads certificate and key again, for connections that come from now on. On failure the old ones
  // stay. REQUIRES: it listens for TLS
  tl::expected<void, std::string> ReloadTls();
  // No new connection, no new request; waits until the requests under way are answered or
  // shutdown_time is over.
  void Stop();

 private:
  class Impl;
  explicit Server(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace rowhouse::wire
