#pragma once
// Accepts connections and assigns them to the I/O threads in turn.
//
// At connections_max, one more client is accepted and waits: on each thread the connection that has
// been idle longest is closed, answers say "Connection: close", and when a connection has ended the
// client is admitted. Further clients wait in the kernel's queue. When file descriptors or memory
// run out, idle connections and files are closed, and accepting pauses for 100 ms.

#include "table_service/wire/io_thread.h"
#include "table_service/wire/stream.h"
#include "table_service/wire/tls_context.h"

#include <memory>
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace rowhouse::wire {

class Listener {
 public:
  // Runs on the first of `io_threads`. REQUIRES: !io_threads.empty()
  explicit Listener(std::vector<std::shared_ptr<IoThread>> io_threads);

  // Expects TLS on connections that are accepted from now on.
  void UseTls(TlsContext tls) { tls_ = std::move(tls); }
  // Binds and listens. Returns the port. Failure: a message with the remedy.
  tl::expected<std::uint16_t, std::string> Open(const std::string& address, std::uint16_t port);

  // The following members must be called on the first I/O thread.
  void Accept() noexcept;
  void Admit() noexcept;  // starts the waiting connection if there is room
  void Close();

 private:
  using Acceptor = boost::asio::basic_socket_acceptor<boost::asio::ip::tcp, IoThread::Executor>;
  using Timer =
      boost::asio::basic_waitable_timer<IoThread::Clock, boost::asio::wait_traits<IoThread::Clock>,
                                        IoThread::Executor>;

  class Accepting;

  void BeginAccept();
  void OnAccept(const boost::system::error_code& error, std::size_t io, Stream::Socket socket);
  void OnAcceptLost() noexcept;
  bool WaitsForRoom();
  void CloseOldestIdle() noexcept;
  void FreeDescriptors() noexcept;
  void PauseAfter(const boost::system::error_code& error);

  std::vector<std::shared_ptr<IoThread>> io_threads_;
  ServerState& state_;
  TlsContext tls_;  // null: plain HTTP
  Acceptor acceptor_;
  Timer retry_;
  std::shared_ptr<Connection> waiting_;  // accepted, not admitted yet
  std::size_t next_ = 0;
  bool is_accepting_ = false;  // an operation is pending
  bool reported_full_ = false;
  bool reported_error_ = false;
};

}  // namespace rowhouse::wire
