// rowhouse-bench-http-limit: what HTTP alone costs. A server that parses each request with Beast,
// reads its body, and sends the same answer to all: made once, of as many bytes as wanted.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fmt/core.h>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rowhouse::bench {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;

constexpr std::uint64_t kBodyBytesMax = 8U << 20U;

// An answer of exactly `bytes` bytes, or as few as there can be. A 204 has no body, so that a
// header fills it.
std::string AnswerText(int status, std::size_t bytes) {
  if (status == 204) {
    const std::string head = "HTTP/1.1 204 No Content\r\nx-filling: ";
    const std::string end = "\r\n\r\n";
    const std::size_t used = head.size() + end.size();
    return head + std::string(bytes > used ? bytes - used : 0, 'x') + end;
  }
  const auto head = [status](std::size_t body_bytes) {
    return fmt::format(
        "HTTP/1.1 {} OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n", status,
        body_bytes);
  };
  // The length of the length may change what is left for the body; its digits are counted twice.
  std::size_t body_bytes = bytes > head(0).size() ? bytes - head(0).size() : 0;
  const std::size_t total = head(body_bytes).size() + body_bytes;
  body_bytes -= std::min(body_bytes, total > bytes ? total - bytes : 0);
  return head(body_bytes) + std::string(body_bytes, 'x');
}

// One connection: one request after the other until the client goes.
class Conversation : public std::enable_shared_from_this<Conversation> {
 public:
  Conversation(tcp::socket socket, const std::string& answer)
      : socket_(std::move(socket)), answer_(answer) {}

  void Read() {
    parser_.emplace();
    parser_->body_limit(kBodyBytesMax);
    http::async_read(socket_, buffer_, *parser_,
                     [self = shared_from_this()](const error_code& error, std::size_t) {
                       if (!error) self->Write();
                     });
  }

 private:
  void Write() {
    asio::async_write(socket_, asio::buffer(answer_),
                      [self = shared_from_this()](const error_code& error, std::size_t) {
                        if (!error) self->Read();
                      });
  }

  tcp::socket socket_;
  const std::string& answer_;
  boost::beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::string_body>> parser_;
};

class Server {
 public:
  Server(asio::thread_pool& pool, std::uint16_t port, std::string answer)
      : acceptor_(pool, tcp::endpoint(asio::ip::address_v4::loopback(), port)),
        answer_(std::move(answer)) {}

  std::uint16_t Port() const { return acceptor_.local_endpoint().port(); }

  void Accept() {
    acceptor_.async_accept([this](const error_code& error, tcp::socket socket) {
      if (error) return;
      error_code ignored;
      socket.set_option(tcp::no_delay(true), ignored);
      std::make_shared<Conversation>(std::move(socket), answer_)->Read();
      Accept();
    });
  }

 private:
  tcp::acceptor acceptor_;
  std::string answer_;
};

int Start(int argc, char** argv) {
  std::uint16_t port = 0;
  std::size_t threads = 2;
  int status = 200;
  std::size_t bytes = 1500;
  CLI::App app(
      "Answers every HTTP request with the same bytes, without a look at it: the upper limit for\n"
      "any server on Boost.Beast. Measure it with rowhouse-bench run --any-answer.",
      "rowhouse-bench-http-limit");
  app.add_option("--port", port, "port on 127.0.0.1; 0: any free one")->capture_default_str();
  app.add_option("--threads", threads, "I/O threads")
      ->capture_default_str()
      ->check(CLI::Range(1, 256));
  app.add_option("--status", status, "status of the answers")
      ->capture_default_str()
      ->check(CLI::Range(200, 599));
  app.add_option("--answer-bytes", bytes, "bytes of an answer, its head included")
      ->capture_default_str()
      ->check(CLI::Range(0, 64 << 20));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? EXIT_SUCCESS : 2;
  }

  asio::thread_pool pool(threads);
  asio::signal_set signals(pool, SIGINT, SIGTERM);
  signals.async_wait([&pool](const error_code&, int) { pool.stop(); });
  Server server(pool, port, AnswerText(status, bytes));
  server.Accept();
  fmt::print("listening on 127.0.0.1:{}\n", server.Port());
  std::fflush(stdout);
  pool.join();
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace rowhouse::bench

int main(int argc, char** argv) {
  try {
    return rowhouse::bench::Start(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "rowhouse-bench-http-limit: %s\n", error.what());
    return EXIT_FAILURE;
  }
}
