#include "table_service/wire/connection.h"

#include "base/guarded.h"
#include "entity/limits.h"
#include "table_service/wire/body_buffer.h"

#include <algorithm>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <spdlog/spdlog.h>
#include <utility>

namespace rowhouse::wire {
namespace {

namespace asio = boost::asio;

constexpr std::size_t kReadBytes = 4096;        // enough for a typical request
constexpr std::size_t kChunkReadBytes = 16384;  // while a chunked body is received
constexpr std::size_t kBufferBytesMax = 2 * limits::kHeaderBytesMax;
constexpr std::size_t kKeptBufferBytes = 16384;  // a larger buffer is freed between requests
constexpr std::size_t kBodyStepBytes = 65536;    // the initial allocation for a body
// The handler checks the head before a body of this size is read, even without "Expect": not every
// client may use so much memory. A chunked body can grow as large.
constexpr std::size_t kCheckedBodyBytes = 256U << 10U;

constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
constexpr std::string_view kTlsRequiredAnswer =
    "HTTP/1.1 400 Bad Request\r\n"
    "Content-Type: text/plain\r\n"
    "Content-Length: 49\r\n"
    "Connection: close\r\n"
    "\r\n"
    "This port speaks TLS: begin the URL with https://";

// Returns true if the client does not speak TLS at all. OpenSSL recognizes a plain request only by
// some methods, and reports the others as an unknown version.
bool IsPlainRequest(const boost::system::error_code& error) {
  if (error.category() != asio::error::get_ssl_category()) return false;
  const int reason = ERR_GET_REASON(static_cast<unsigned long>(error.value()));
  return reason == SSL_R_HTTP_REQUEST || reason == SSL_R_HTTPS_PROXY_REQUEST ||
         reason == SSL_R_WRONG_VERSION_NUMBER;
}

}  // namespace

Connection::Connection(std::shared_ptr<IoThread> io, Stream::Socket socket, asio::ssl::context* tls)
    : io_(std::move(io)),
      stream_(std::move(socket), tls),
      memory_(io_->State()->Memory()),
      buffer_(kBufferBytesMax) {}

Connection::~Connection() { Uncount(); }

void Connection::PostStart() {
  ConnectionCounts& counts = io_->State()->Connections();
  counts.open.fetch_add(1);
  counts.accepted.fetch_add(1, std::memory_order_relaxed);
  is_counted_ = true;
  PostStep([](Connection& connection) { connection.Start(); });
}

void Connection::Start() {
  IoError error;
  stream_.socket().set_option(asio::ip::tcp::no_delay(true), error);
  const auto peer = stream_.socket().remote_endpoint(error);
  if (!error) remote_address_ = peer.address().to_string();
  io_->Add(shared_from_this(), place_);
  if (error || io_->State()->stopping) {
    Close();
    return;
  }
  if (!stream_.is_tls()) {
    NextRequest();
    return;
  }
  io_->Move(place_, Phase::kHandshake);
  stream_.Handshake(Then([](Connection& self, const IoError& failure, std::size_t /*bytes*/) {
    self.OnHandshake(failure);
  }));
}

void Connection::OnHandshake(const IoError& error) {
  if (place_.phase != Phase::kHandshake) return;
  if (!error) {
    io_->Move(place_, Phase::kIdle);
    NextRequest();
    return;
  }
  spdlog::debug("TLS handshake with {} failed: {}", remote_address_, error.message());
  if (IsPlainRequest(error)) {
    AnswerPlainRequest();
  } else {
    Close();
  }
}

void Connection::AnswerPlainRequest() {
  speaks_plain_ = true;
  input_lost_ = true;
  io_->Move(place_, Phase::kWriting);
  asio::async_write(stream_.socket(), asio::buffer(kTlsRequiredAnswer),
                    Then([](Connection& self, const IoError& error, std::size_t /*bytes*/) {
                      self.OnWritten(error);
                    }));
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
  stream_.ReadSome(buffer_.prepare(std::min(room, kBufferBytesMax - buffer_.size())),
                   Then([](Connection& self, const IoError& error, std::size_t bytes) {
                     self.OnRead(error, bytes);
                   }));
}

void Connection::OnRead(const IoError& error, std::size_t bytes) {
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
  request.tls = stream_.is_tls();
  only_reads_ = request.method == "GET";
  framing_ = {.http11 = reader_->IsHttp11(),
              .keep_alive = reader_->KeepsAlive(),
              .head_method = reader_->IsHeadMethod()};
  if (reader_->ExpectsContinue() || reader_->IsChunked() ||
      reader_->ContentLength() >= kCheckedBodyBytes) {
    if (auto answer = AskHandlerToCheck(request)) {
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
  // A client that is already sending its body does not wait.
  if (reader_->ExpectsContinue() && buffer_.size() == 0) {
    SendContinue();
  } else {
    ReadBody();
  }
}

std::optional<Response> Connection::AskHandlerToCheck(const Request& head) {
  std::optional<Response> answer;
  if (!RunGuarded("checking a head", {},
                  [&] { answer = io_->State()->handler->CheckHead(head); })) {
    answer = RefusalOf(head, RequestRefusal(ErrorCode::kInternalError));
  }
  return answer;
}

void Connection::SendContinue() {
  stream_.Write(asio::buffer(kContinue),
                Then([](Connection& self, const IoError& error, std::size_t /*bytes*/) {
                  if (self.place_.phase != Phase::kBody) return;
                  if (error) {
                    self.Close();
                  } else {
                    self.ReadBody();
                  }
                }));
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
      if (HasMemoryFor(reader_->GetRequest().body.capacity() + kChunkReadBytes)) {
        Read();
      } else {
        Refuse(RequestRefusal(ErrorCode::kServerBusy));
      }
      return;
    case RequestReader::Progress::State::kRefused:
      Refuse(reader_->GetRefusal());
      return;
    case RequestReader::Progress::State::kDone:
      Dispatch();
      return;
  }
}

// Reads directly into the request's body, whose memory grows with the data received, not with the
// length announced.
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
    if (!HasMemoryFor(size)) return Refuse(RequestRefusal(ErrorCode::kServerBusy));
    ReserveBody(body, size);
    body.resize(size);
  }
  stream_.ReadSome(asio::buffer(body.data() + body_bytes_, body.size() - body_bytes_),
                   Then([](Connection& self, const IoError& error, std::size_t bytes) {
                     self.OnReadSized(error, bytes);
                   }));
}

void Connection::OnReadSized(const IoError& error, std::size_t bytes) {
  if (place_.phase != Phase::kBody) return;
  if (error) {
    Close();
    return;
  }
  body_bytes_ += bytes;
  ReadSizedBody();
}

}  // namespace rowhouse::wire
