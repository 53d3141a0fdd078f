#include "bench/load_driver/connection.h"

#include <boost/asio/buffer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/read.hpp>
#include <cassert>
#include <fmt/format.h>
#include <utility>

namespace rowhouse::bench {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using ErrorCode = boost::system::error_code;

constexpr std::size_t kAnswerBytesMax = 256U << 20U;  // a page of full entities and then some

std::string HeaderValue(const http::response<http::string_body>& answer, const char* name) {
  const auto field = answer.find(name);
  return field == answer.end() ? std::string() : std::string(field->value());
}

}  // namespace

Connection::Connection(asio::io_context& io, asio::ip::tcp::endpoint server)
    : socket_(io), server_(std::move(server)) {}

void Connection::Open(std::function<void()> done) {
  Connect([this, done = std::move(done)](const ErrorCode& error) {
    if (error) Close();
    done();
  });
}

void Connection::Send(std::string request, Done done) {
  assert(!done_);
  request_ = std::move(request);
  done_ = std::move(done);
  if (socket_.is_open()) {
    Write();
  } else {
    Connect([this](const ErrorCode& error) {
      if (error) return Fail("connect", error);
      Write();
    });
  }
}

void Connection::Close() {
  ErrorCode ignored;
  socket_.close(ignored);
  buffer_.clear();
}

void Connection::Connect(std::function<void(const ErrorCode&)> then) {
  socket_.async_connect(server_, [this, then = std::move(then)](const ErrorCode& error) {
    ErrorCode ignored;
    if (!error) socket_.set_option(asio::ip::tcp::no_delay(true), ignored);
    then(error);
  });
}

void Connection::Write() {
  asio::async_write(socket_, asio::buffer(request_), [this](const ErrorCode& error, std::size_t) {
    if (error) return Fail("send", error);
    Read();
  });
}

void Connection::Read() {
  parser_.emplace();
  parser_->body_limit(kAnswerBytesMax);
  http::async_read(socket_, buffer_, *parser_, [this](const ErrorCode& error, std::size_t bytes) {
    if (error) return Fail("receive", error);
    Finish(bytes);
  });
}

void Connection::Finish(std::size_t bytes) {
  http::response<http::string_body> message = parser_->release();
  parser_.reset();
  if (!message.keep_alive()) Close();
  Answer answer{.status = static_cast<int>(message.result_int()),
                .body = std::move(message.body()),
                .next = {HeaderValue(message, "x-ms-continuation-NextPartitionKey"),
                         HeaderValue(message, "x-ms-continuation-NextRowKey")},
                .bytes = bytes};
  std::exchange(done_, nullptr)(std::move(answer));
}

void Connection::Fail(const char* what, const ErrorCode& error) {
  Close();
  parser_.reset();
  std::exchange(done_,
                nullptr)(tl::unexpected(fmt::format("cannot {}: {}", what, error.message())));
}

}  // namespace rowhouse::bench
