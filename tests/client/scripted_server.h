#pragma once
// A server that does to connections what networks and dying servers do. Its script says what to do
// with each request, on whatever connection it comes.

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace rowhouse::tables {

// The treatment of one request.
struct Step {
  enum class Kind {
    kAnswer,           // read it all, answer
    kCloseUnanswered,  // read it all, close
    kCloseAtHead,      // read until the end of the head, close with a reset
    kHang,             // read it all and say nothing until the server ends
  };
  Kind kind = Kind::kAnswer;
  std::string answer = {};                    // head and body
  std::chrono::milliseconds close_after{-1};  // close an idle connection after this answer
};

std::string Answer(int status, const std::string& headers = {}, const std::string& body = {});
std::string ErrorAnswer(int status, const std::string& code, const std::string& headers = {});
// The answer to a write.
Step Done();

class ScriptedServer {
 public:
  using Script = std::vector<Step>;

  // Requests beyond the script are treated as the last one of it.
  explicit ScriptedServer(Script script);
  ScriptedServer(const ScriptedServer&) = delete;
  ScriptedServer& operator=(const ScriptedServer&) = delete;
  ~ScriptedServer();

  std::string Endpoint() const;
  // Heads of the requests that were read, in their order.
  std::vector<std::string> Requests() const;
  std::size_t Connections() const { return connections_; }

 private:
  void Accept();
  const Step& Take(const std::string& head);  // what to do with this request
  void Serve(boost::asio::ip::tcp::socket& socket);

  boost::asio::io_context io_;
  boost::asio::ip::tcp::acceptor acceptor_;
  const Script script_;
  std::atomic<std::size_t> connections_{0};
  std::atomic<bool> ending_{false};
  mutable std::mutex mutex_;
  std::vector<std::string> requests_;  // guarded by mutex_
  std::vector<std::thread> threads_;   // the accepting thread's until it ends
  std::thread accepting_;
};

}  // namespace rowhouse::tables
