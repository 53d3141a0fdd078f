#include "table_service/http/connection.h"

#include "entity/limits.h"
#include "table_service/http/body_buffer.h"
#include "table_service/http/exchange.h"

#include <algorithm>
#include <array>
#include <boost/asio/write.hpp>
#include <exception>
#include <spdlog/spdlog.h>
#include <utility>

namespace rowhouse::http {
namespace {

namespace asio = boost::asio;

constexpr std::size_t kReadBytes = 4096;        // a usual request fits
constexpr std::size_t kChunkReadBytes = 16384;  // while a chunked body comes in
constexpr std::size_t kBufferBytesMax = 2 * limits::kHeaderBytesMax;
constexpr std::size_t kKeptBufferBytes = 16384;  // more is given back between requests
constexpr std::size_t kBodyStepBytes = 65536;    // the first room for a body
constexpr std::size_t kDrainBytesMax = 8U << 20U;
// From here on the handler is asked before a body is read, also without "Expect".
constexpr std::size_t kAskedBodyBytes = 256U << 10U;

constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

}  // namespace

Connection::Connection(std::shared_ptr<IoThread> io, Socket socket)
    : io_(std::move(io)), socket_(std::move(socket)), buffer_(kBufferBytesMax) {}

void Connection::Start() {
  ErrorCodeOfIo error;
  socket_.set_option(asio::ip::tcp::no_delay(true), error);
  const auto peer = socket_.remote_endpoint(error);
  if (!error) remote_address_ = peer.address().to_string();
  io_->Add(shared_from_this(), place_);
  if (error || io_->State()->stopping) {
    Close();
    return;
  }
  NextRequest();
}

void Connection::NextRequest() {
  reader_.emplace();
  body_bytes_ = 0;
  framing_ = {};
  if (buffer_.size() != 0) {
    ProcessInput();
    return;
  }
  if (buffer_.capacity() > kKeptBufferBytes) buffer_.shrink_to_fit();
  Read();
}

std::string_view Connection::Input() const {
  const auto data = buffer_.data();
  return {static_cast<const char*>(data.data()), data.size()};
}

void Connection::Read() {
  const std::size_t step = place_.phase == Phase::kBody ? kChunkReadBytes : kReadBytes;
  const std::size_t room = std::max(step, buffer_.capacity() - buffer_.size());
  socket_.async_read_some(
      buffer_.prepare(std::min(room, kBufferBytesMax - buffer_.size())),
      [self = shared_from_this()](const ErrorCodeOfIo& error, std::size_t bytes) {
        self->OnRead(error, bytes);
      });
}

void Connection::OnRead(const ErrorCodeOfIo& error, std::size_t bytes) {
  if (place_.phase > Phase::kBody) return;  // timed out or closed meanwhile
  if (error) {
    Close();
    return;
  }
  buffer_.commit(bytes);
  if (place_.phase == Phase::kBody) {
    ReadChunkedBody();
  } else {
    ProcessInput();
  }
}

void Connection::ProcessInput() {
  const RequestReader::Progress progress = reader_->ReadHead(Input());
  buffer_.consume(progress.used);
  switch (progress.state) {
    case RequestReader::Progress::State::kMore:
      if (place_.phase != Phase::kHead) io_->Move(place_, Phase::kHead);
      Read();
      return;
    case RequestReader::Progress::State::kRefused:
      Refuse(reader_->GetRefusal());
      return;
    case RequestReader::Progress::State::kDone:
      OnHead();
      return;
  }
}

void Connection::OnHead() {
  Request& request = reader_->GetRequest();
  request.remote_address = remote_address_;
  framing_ = {.http11 = reader_->IsHttp11(),
              .keep_alive = reader_->KeepsAlive(),
              .head_method = reader_->IsHeadMethod()};
  if (reader_->ExpectsContinue() || reader_->ContentLength() >= kAskedBodyBytes) {
    if (auto answer = AskHandler(request)) {
      input_lost_ = reader_->HasBody();
      Answer(*std::move(answer), framing_.keep_alive && !input_lost_);
      return;
    }
  }
  if (!reader_->HasBody()) {
    Dispatch();
    return;
  }
  io_->Move(place_, Phase::kBody);
  // A client that already sends its body does not wait.
  if (reader_->ExpectsContinue() && buffer_.size() == 0) {
    SendContinue();
  } else {
    ReadBody();
  }
}

std::optional<Response> Connection::AskHandler(const Request& head) {
  try {
    return io_->State()->handler->CheckHead(head);
  } catch (const std::exception& error) {
    spdlog::error("the check of a head failed: {}", error.what());
    return RefusalOf(head, Refusal(ErrorCode::kInternalError));
  }
}

void Connection::SendContinue() {
  asio::async_write(socket_, asio::buffer(kContinue),
                    [self = shared_from_this()](const ErrorCodeOfIo& error, std::size_t) {
                      if (self->place_.phase != Phase::kBody) return;
                      if (error) {
                        self->Close();
                      } else {
                        self->ReadBody();
                      }
                    });
}

void Connection::ReadBody() {
  if (reader_->IsChunked()) {
    ReadChunkedBody();
  } else {
    ReadSizedBody();
  }
}

void Connection::ReadChunkedBody() {
  const RequestReader::Progress progress = reader_->ReadChunks(Input());
  buffer_.consume(progress.used);
  switch (progress.state) {
    case RequestReader::Progress::State::kMore:
      Read();
      return;
    case RequestReader::Progress::State::kRefused:
      Refuse(reader_->GetRefusal());
      return;
    case RequestReader::Progress::State::kDone:
      Dispatch();
      return;
  }
}

// Straight into the request. The room grows with what comes, not with what was announced.
void Connection::ReadSizedBody() {
  std::string& body = reader_->GetRequest().body;
  const std::size_t length = reader_->ContentLength();
  const std::size_t buffered = std::min(buffer_.size(), length - body_bytes_);
  if (buffered > 0) {
    body.resize(body_bytes_);
    body.append(Input().substr(0, buffered));
    buffer_.consume(buffered);
    body_bytes_ += buffered;
  }
  if (body_bytes_ == length) {
    Dispatch();
    return;
  }
  if (body_bytes_ == body.size()) {
    const std::size_t size = std::min(length, body_bytes_ + std::max(body_bytes_, kBodyStepBytes));
    ReserveBody(body, size);
    body.resize(size);
  }
  socket_.async_read_some(
      asio::buffer(body.data() + body_bytes_, body.size() - body_bytes_),
      [self = shared_from_this()](const ErrorCodeOfIo& error, std::size_t bytes) {
        self->OnReadSized(error, bytes);
      });
}

void Connection::OnReadSized(const ErrorCodeOfIo& error, std::size_t bytes) {
  if (place_.phase != Phase::kBody) return;
  if (error) {
    Close();
    return;
  }
  body_bytes_ += bytes;
  ReadSizedBody();
}

void Connection::Dispatch() {
  io_->Move(place_, Phase::kHandling);
  const auto exchange = std::make_shared<Exchange>(shared_from_this());
  try {
    io_->State()->handler->Handle(std::move(reader_->GetRequest()), [exchange](Response response) {
      exchange->Answer(std::move(response));
    });
  } catch (const std::exception& error) {
    spdlog::error("a handler failed: {}", error.what());  // the exchange answers with 500
  }
}

void Connection::Respond(Response response) {
  if (place_.phase == Phase::kHandling) Answer(std::move(response), framing_.keep_alive);
}

void Connection::RespondInternalError() {
  if (place_.phase != Phase::kHandling) return;
  Answer(RefusalOf({}, Refusal(ErrorCode::kInternalError)), false);
}

Response Connection::RefusalOf(const Request& request, const Refusal& refusal) {
  try {
    Response response = io_->State()->handler->Refuse(request, refusal.code);
    if (refusal.status != ToWire(refusal.code).status) response.status = refusal.status;
    return response;
  } catch (const std::exception& error) {
    spdlog::error("a refusal failed: {}", error.what());
    return Response{.status = refusal.status};
  }
}

// The input behind a refused request cannot be told from its body, so the connection ends.
void Connection::Refuse(const Refusal& refusal) {
  framing_.http11 = true;
  framing_.head_method = reader_->IsHeadMethod();
  input_lost_ = true;
  Answer(RefusalOf(reader_->GetRequest(), refusal), false);
}

void Connection::Answer(Response response, bool keep_alive) {
  io_->Move(place_, Phase::kWriting);
  const ServerState& state = *io_->State();
  framing_.keep_alive = keep_alive;
  if (keep_alive && (state.stopping || state.full)) {
    framing_.keep_alive = false;
    input_lost_ = true;  // the client may have sent its next request
  }
  response_ = std::move(response);
  head_out_.clear();
  const BodyForm form = AppendResponseHead(head_out_, response_, framing_, io_->HttpDate());
  std::array<asio::const_buffer, 3> out = {asio::buffer(head_out_)};
  if (form != BodyForm::kNone) out[1] = asio::buffer(response_.body);
  if (form == BodyForm::kChunk) out[2] = asio::buffer(kLastChunk);
  asio::async_write(socket_, out,
                    [self = shared_from_this()](const ErrorCodeOfIo& error, std::size_t) {
                      self->OnWritten(error);
                    });
}

void Connection::OnWritten(const ErrorCodeOfIo& error) {
  if (place_.phase != Phase::kWriting) return;
  response_ = {};
  // When Stop() came while the answer was on its way, it has closed the idle ones already.
  const bool goes_on = framing_.keep_alive && !io_->State()->stopping;
  if (!error && goes_on) {
    io_->Move(place_, Phase::kIdle);
    NextRequest();
  } else if (!error && (input_lost_ || buffer_.size() != 0)) {
    ErrorCodeOfIo ignored;
    socket_.shutdown(asio::socket_base::shutdown_send, ignored);
    io_->Move(place_, Phase::kDraining);
    buffer_.clear();
    Drain();
  } else {
    Close();
  }
}

// To close with unread input would reset the connection, and the client might lose the answer.
void Connection::Drain() {
  socket_.async_read_some(
      buffer_.prepare(kChunkReadBytes),
      [self = shared_from_this()](const ErrorCodeOfIo& error, std::size_t bytes) {
        if (self->place_.phase != Phase::kDraining) return;
        self->drained_bytes_ += bytes;
        if (error || self->drained_bytes_ > kDrainBytesMax) {
          self->Close();
        } else {
          self->Drain();
        }
      });
}

void Connection::OnTimeout() {
  if (place_.phase != Phase::kHead && place_.phase != Phase::kBody) {
    Close();
    return;
  }
  ErrorCodeOfIo ignored;
  socket_.cancel(ignored);  // the read that is waiting
  Refuse(Refusal(ErrorCode::kRequestTimeout));
}

void Connection::Close() {
  if (place_.phase == Phase::kClosed) return;
  const std::shared_ptr<Connection> self = shared_from_this();
  io_->Remove(place_);
  ErrorCodeOfIo ignored;
  socket_.close(ignored);
  io_->State()->ConnectionEnded();
}

}  // namespace rowhouse::http
