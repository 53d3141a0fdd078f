#pragma once
// The byte stream of one connection: a TCP socket, or TLS over one. A plain stream costs one check
// more than its socket.

#include "table_service/wire/io_thread.h"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_stream.hpp>
#include <cassert>
#include <memory>
#include <optional>
#include <utility>

namespace rowhouse::wire {

class Stream {
 public:
  using Socket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, IoThread::Executor>;

  // Speaks TLS as the server if `tls` is not null.
  Stream(Socket socket, boost::asio::ssl::context* tls) : socket_(std::move(socket)) {
    if (tls != nullptr) tls_.emplace(socket_, *tls);
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  bool is_tls() const { return tls_.has_value(); }
  // Reading from or writing to the socket of a TLS stream directly bypasses encryption.
  Socket& socket() { return socket_; }

  // Handlers are called like those of Asio's operations, never before the call returns.
  // REQUIRES: is_tls()
  template <class Handler>
  void Handshake(Handler&& handler) {
    assert(is_tls());
    tls_->next_layer().async_handshake(boost::asio::ssl::stream_base::server,
                                       std::forward<Handler>(handler));
  }
  // Sends close_notify and waits for that of the client.
  // REQUIRES: is_tls()
  template <class Handler>
  void Shutdown(Handler&& handler) {
    assert(is_tls());
    tls_->next_layer().async_shutdown(std::forward<Handler>(handler));
  }
  template <class Buffers, class Handler>
  void ReadSome(const Buffers& buffers, Handler&& handler) {
    if (tls_) {
      tls_->async_read_some(buffers, std::forward<Handler>(handler));
    } else {
      socket_.async_read_some(buffers, std::forward<Handler>(handler));
    }
  }
  // Writes all of `buffers`.
  template <class Buffers, class Handler>
  void Write(const Buffers& buffers, Handler&& handler) {
    if (tls_) {
      boost::asio::async_write(*tls_, buffers, std::forward<Handler>(handler));
    } else {
      boost::asio::async_write(socket_, buffers, std::forward<Handler>(handler));
    }
  }

 private:
  // The flat stream puts a head and a small body into one TLS record.
  using Tls = boost::beast::flat_stream<boost::asio::ssl::stream<Socket&>>;

  Socket socket_;
  std::optional<Tls> tls_;
};

}  // namespace rowhouse::wire
