#pragma once
// Accepts connections and deals them out to the I/O threads in turn.
//
// At connections_max one more client is accepted and waits: on each thread the connection that has
// been idle longest is closed, answers say "Connection: close", and when a connection has ended the
// client is let in. Others wait in the kernel's queue. Out of file descriptors or memory: accepting
// pauses for 100 ms.

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
  // Runs on the first of `io_threads`. REQUIRES: there is one
  explicit Listener(std::vector<std::shared_ptr<IoThread>> io_threads);

  // What comes in from now on speaks TLS.
  void UseTls(TlsContext tls) { tls_ = std::move(tls); }
  // Binds and listens; the port that it got. Failure: a text with the remedy.
  tl::expected<std::uint16_t, std::string> Open(const std::string& address, std::uint16_t port);

  // The rest: on the first I/O thread only.
  void Accept() noexcept;
  void Admit() noexcept;  // lets in who waits, if there is room
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
