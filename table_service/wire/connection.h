#pragma once
// One client connection: reads a request, passes it to the handler, writes the answer, reads the
// next request. It runs entirely on the I/O thread to which it was assigned.
//
// Phases: [handshake →] idle → head → [body] → handling → writing → idle, or → draining → closed.
// Input that arrives while a request is handled stays in the buffer or in the kernel, so pipelined
// requests are answered in order. A pending operation keeps the connection alive; an operation that
// ends in another phase than it began in is ignored. A step that throws, or is lost because
// something on the way to it threw, closes this connection and has no other effect.

#include "table_service/wire/io_thread.h"
#include "table_service/wire/request_reader.h"
#include "table_service/wire/response_text.h"
#include "table_service/wire/step_memory.h"
#include "table_service/wire/stream.h"

#include <boost/beast/core/flat_buffer.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace rowhouse::wire {

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  // `socket` must belong to the context of `io`. The client must speak TLS if `tls` is not null.
  Connection(std::shared_ptr<IoThread> io, Stream::Socket socket, boost::asio::ssl::context* tls);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // May be called on any thread. Calls `act` with this connection on its I/O thread. Allocates no
  // memory as long as only one step is pending.
  template <class Act>
  void PostStep(Act act);
  // Posts the first step. From now on the connection counts towards connections_max.
  void PostStart();

  // The following members must be called on its I/O thread.
  void Respond(Response response);
  void RespondInternalError();  // for a request whose handler failed
  void Close() noexcept;
  void OnTimeout();
  IoThread::Clock::time_point Deadline() const { return place_.deadline; }
  const std::shared_ptr<IoThread>& Io() const { return io_; }

 private:
  using IoError = boost::system::error_code;

  // In connection.cc: reading requests.
  void Start();
  void OnHandshake(const IoError& error);
  void AnswerPlainRequest();
  void Read();
  void OnRead(const IoError& error, std::size_t bytes);
  void ProcessInput();
  void OnHead();
  std::optional<Response> AskHandlerToCheck(const Request& head);
  void SendContinue();
  void ReadBody();
  void ReadSizedBody();
  void OnReadSized(const IoError& error, std::size_t bytes);
  void ReadChunkedBody();
  void Dispatch();

  // In connection_answers.cc.
  void Refuse(const RequestRefusal& refusal);
  void Answer(Response response, bool keep_alive);
  void OnWritten(const IoError& error);
  void NextRequest();
  void EndSending();
  void BeginDraining();
  void Drain();

  // One step; closes the connection unless it completes.
  class Step;
  // Returns a completion handler for Asio that calls `act` with the connection, the error and the
  // number of bytes.
  template <class Act>
  auto Then(Act act);

  void Uncount() noexcept;
  // Returns true if a body may take so many bytes.
  bool HasMemoryFor(std::size_t bytes) noexcept;
  std::string_view Input() const;
  Response RefusalOf(const Request& request, const RequestRefusal& refusal);

  std::shared_ptr<IoThread> io_;
  Stream stream_;
  IoThread::QueuePlace place_;
  StepMemory step_memory_;
  MemoryShare memory_;       // of the request's body until it is answered, then of the answer's
  bool is_counted_ = false;  // in ConnectionCounts::open
  std::string remote_address_;
  boost::beast::flat_buffer buffer_;
  std::optional<RequestReader> reader_;
  std::size_t body_bytes_ = 0;  // received so far of a body with a length
  Framing framing_;
  bool only_reads_ = false;    // the request changes nothing
  bool speaks_plain_ = false;  // the client sent plain HTTP to a TLS port
  bool input_lost_ = false;    // there may be input that will not be read as a request
  std::string head_out_;
  Response response_;
  std::size_t drained_bytes_ = 0;
};

class Connection::Step {
 public:
  explicit Step(std::shared_ptr<Connection> connection) : connection_(std::move(connection)) {}
  Step(Step&&) noexcept = default;
  Step& operator=(Step&&) = delete;
  ~Step() {
    if (connection_) connection_->Close();
  }

  template <class Act>
  void Run(Act&& act) {
    act(*connection_);
    connection_ = nullptr;
  }

 private:
  std::shared_ptr<Connection> connection_;
};

template <class Act>
auto Connection::Then(Act act) {
  return [step = Step(shared_from_this()), act = std::move(act)](const IoError& error,
                                                                 std::size_t bytes = 0) mutable {
    step.Run([&](Connection& connection) { act(connection, error, bytes); });
  };
}

template <class Act>
void Connection::PostStep(Act act) {
  struct Posted {
    std::shared_ptr<Connection> connection;
    Act act;

    using allocator_type = StepAllocator<void>;
    allocator_type get_allocator() const noexcept {
      return allocator_type(connection->step_memory_);
    }
    void operator()() { Step(std::move(connection)).Run(act); }
  };
  io_->Post(Posted{shared_from_this(), std::move(act)});
}

}  // namespace rowhouse::wire
