#include "tests/client/scripted_server.h"

#include "base/ascii.h"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>

namespace rowhouse::tables {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

// No value when the peer closed.
std::string ReadHead(tcp::socket& socket, std::string& buffer) {
  boost::system::error_code error;
  const std::size_t size =
      asio::read_until(socket, asio::dynamic_buffer(buffer), "\r\n\r\n", error);
  if (error) return {};
  std::string head = buffer.substr(0, size);
  buffer.erase(0, size);
  return head;
}

void ReadBody(tcp::socket& socket, std::string& buffer, const std::string& head) {
  const std::string lower = AsciiLower(head);
  const std::size_t at = lower.find("content-length:");
  if (at == std::string::npos) return;
  const std::size_t size = std::stoul(lower.substr(at + 15));
  boost::system::error_code error;
  if (buffer.size() < size) {
    asio::read(socket, asio::dynamic_buffer(buffer), asio::transfer_exactly(size - buffer.size()),
               error);
  }
  buffer.erase(0, size);
}

void Reset(tcp::socket& socket) {
  boost::system::error_code ignored;
  socket.set_option(asio::socket_base::linger(true, 0), ignored);
  socket.close(ignored);
}

}  // namespace

std::string Answer(int status, const std::string& headers, const std::string& body) {
  std::string answer = "HTTP/1.1 " + std::to_string(status) + " x\r\n" + headers;
  if (status != 204) answer += "Content-Length: " + std::to_string(body.size()) + "\r\n";
  return answer + "\r\n" + body;
}

std::string ErrorAnswer(int status, const std::string& code, const std::string& headers) {
  return Answer(status, headers + "Content-Type: application/json\r\n",
                R"({"odata.error":{"code":")" + code +
                    R"(","message":{"lang":"en-US","value":"text\nRequestId:1"}}})");
}

Step Done() { return {.answer = Answer(204, "ETag: W/\"1\"\r\n")}; }

ScriptedServer::ScriptedServer(Script script)
    : acceptor_(io_, {asio::ip::make_address("127.0.0.1"), 0}),
      script_(std::move(script)),
      accepting_([this] { Accept(); }) {}

ScriptedServer::~ScriptedServer() {
  ending_ = true;
  boost::system::error_code ignored;
  tcp::socket waker(io_);  // wakes accept()
  waker.connect(acceptor_.local_endpoint(), ignored);
  accepting_.join();
  for (std::thread& thread : threads_) thread.join();
}

std::string ScriptedServer::Endpoint() const {
  return "http://127.0.0.1:" + std::to_string(acceptor_.local_endpoint().port()) +
         "/devstoreaccount1";
}

std::vector<std::string> ScriptedServer::Requests() const {
  const std::lock_guard lock(mutex_);
  return requests_;
}

const Step& ScriptedServer::Take(const std::string& head) {
  const std::lock_guard lock(mutex_);
  requests_.push_back(head);
  return script_[std::min(requests_.size(), script_.size()) - 1];
}

void ScriptedServer::Accept() {
  for (;;) {
    tcp::socket socket(io_);
    acceptor_.accept(socket);
    if (ending_) return;
    ++connections_;
    threads_.emplace_back([this, socket = std::move(socket)]() mutable { Serve(socket); });
  }
}

void ScriptedServer::Serve(tcp::socket& socket) {
  std::string buffer;
  boost::system::error_code error;
  for (;;) {
    // Waits in small steps, so that an idle connection does not hold up the end.
    while (!ending_ && buffer.empty() && socket.available(error) == 0 && !error) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    if (ending_ || error) return;
    const std::string head = ReadHead(socket, buffer);
    if (head.empty()) return;
    const Step& step = Take(head);
    if (step.kind == Step::Kind::kCloseAtHead) return Reset(socket);
    ReadBody(socket, buffer, head);
    if (step.kind == Step::Kind::kCloseUnanswered) return;
    while (step.kind == Step::Kind::kHang && !ending_) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    if (ending_) return;
    asio::write(socket, asio::buffer(step.answer), error);
    if (step.close_after.count() >= 0) {
      std::this_thread::sleep_for(step.close_after);
      return;
    }
  }
}

}  // namespace rowhouse::tables
