#pragma once
// The HTTP front end on Boost.Beast: listens, reads requests within limits, writes answers.
// This header includes nothing of Boost.
//
// For each connection: requests, including pipelined ones, are answered in order; "Expect:
// 100-continue" is answered before the body is read; each phase has its own time limit; size limits
// are enforced before memory is allocated; exceeding a limit is answered (413, 431, 408).
// Handler::Handle is called on I/O threads; a Responder may be called from any thread.

#include "table_service/wire/certificate_facts.h"
#include "table_service/wire/memory_budget.h"
#include "table_service/wire/message.h"
#include "table_service/wire/tls_context.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace rowhouse::wire {

struct TlsOptions {
  std::uint16_t port = 0;  // 0: any free port
  CertificateFiles files = {};
};

// Counts the connections of a server. Threads: any may read.
struct ConnectionCounts {
  std::atomic<std::size_t> open = 0;
  std::atomic<std::uint64_t> accepted = 0;  // since the start
};

struct ServerOptions {
  std::string address = "127.0.0.1";
  std::optional<std::uint16_t> port = 10002;  // for plain HTTP; 0: any free port, none: TLS only
  std::optional<TlsOptions> tls = {};         // in addition to plain HTTP
  std::size_t io_threads = 2;
  std::size_t connections_max = 10000;
  // Called when there is no descriptor for another connection; may be null, and must not wait.
  std::function<void()> free_descriptors = {};
  // Where the server counts; never null.
  std::shared_ptr<ConnectionCounts> connections = std::make_shared<ConnectionCounts>();
  // Where the server puts what its certificate says; never null.
  std::shared_ptr<CertificateInUse> certificate = std::make_shared<CertificateInUse>();
  // For the bodies of requests until they are answered, and of answers until they are sent. What does not
  // fit is refused with kServerBusy. Never null.
  std::shared_ptr<MemoryBudget> memory = std::make_shared<MemoryBudget>();
  std::chrono::milliseconds handshake_time = std::chrono::seconds(15);
  std::chrono::milliseconds idle_time = std::chrono::seconds(600);  // between requests
  std::chrono::milliseconds head_time =
      std::chrono::seconds(30);  // from its first to its last byte
  std::chrono::milliseconds body_time = std::chrono::seconds(120);  // for the whole body
  std::chrono::milliseconds write_time = std::chrono::seconds(120);
  // For requests in progress, at Stop().
  std::chrono::milliseconds shutdown_time = std::chrono::seconds(20);
};

class Server {
 public:
  // Binds and listens. `handler` must outlive the server. Failure: a message that names the address
  // or the file, and the remedy.
  static tl::expected<std::unique_ptr<Server>, std::string> Start(ServerOptions options,
                                                                  Handler& handler);
  // Calls Stop() if it was not called before.
  ~Server();

  // Return 0 if the server does not listen for that protocol.
  std::uint16_t Port() const;
  std::uint16_t TlsPort() const;
  // Reads the certificate and private key again, for connections accepted from now on. On failure
  // the old ones stay in use. REQUIRES: the server listens for TLS
  tl::expected<void, std::string> ReloadTls();
  // Accepts no more connections and requests, and waits until the requests in progress are answered
  // or shutdown_time has passed.
  void Stop();

 private:
  class Impl;
  explicit Server(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace rowhouse::wire
