#pragma once
// One keep-alive connection with one request in flight.

#include "bench/load_driver/calls.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <tl/expected.hpp>

namespace rowhouse::bench {

struct Answer {
  int status = 0;
  std::string body;
  ContinuationToken next;  // x-ms-continuation-NextPartitionKey and -NextRowKey
  std::size_t bytes = 0;   // of the whole answer on the wire
};

// Threads: every call on the io_context's one thread. Lifetime: must outlive what it has begun; run
// the io_context until it is out of work first.
class Connection {
 public:
  // The answer, or what went wrong with the connection. The connection can be used again in both
  // cases, and the next Send() connects again when needed.
  using Done = std::function<void(tl::expected<Answer, std::string>)>;

  Connection(boost::asio::io_context& io, boost::asio::ip::tcp::endpoint server);

  // Connects without a request. Calls `done` exactly once, later; after a failure the next Send()
  // tries again. REQUIRES: nothing is in flight
  void Open(std::function<void()> done);
  // Calls `done` exactly once, later. REQUIRES: nothing is in flight
  void Send(std::string request, Done done);
  // A request in flight ends with an error.
  void Close();

 private:
  using Parser = boost::beast::http::response_parser<boost::beast::http::string_body>;

  void Connect(std::function<void(const boost::system::error_code&)> then);
  void Write();
  void Read();
  void Finish(std::size_t bytes);
  void Fail(const char* what, const boost::system::error_code& error);

  boost::asio::ip::tcp::socket socket_;
  boost::asio::ip::tcp::endpoint server_;
  boost::beast::flat_buffer buffer_;
  std::optional<Parser> parser_;
  std::string request_;
  Done done_;
};

}  // namespace rowhouse::bench
