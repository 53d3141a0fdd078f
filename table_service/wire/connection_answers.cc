#include "base/guarded.h"
#include "table_service/wire/connection.h"
#include "table_service/wire/exchange.h"

#include <array>
#include <memory>
#include <utility>

namespace rowhouse::wire {
namespace {

namespace asio = boost::asio;

constexpr std::size_t kDrainReadBytes = 16384;
constexpr std::size_t kDrainBytesMax = 8U << 20U;
// So much each connection may have besides, as its read buffer. Most requests and answers are smaller.
constexpr std::size_t kUncountedBytes = 4096;

}  // namespace

void Connection::Dispatch() {
  io_->Move(place_, Phase::kHandling);
  std::shared_ptr<Exchange> exchange;
  RunGuarded("a handler", {}, [&] {
    exchange = std::make_shared<Exchange>(shared_from_this());
    io_->State()->handler->Handle(std::move(reader_->GetRequest()), [exchange](Response response) {
      exchange->Answer(std::move(response));
    });
  });
  if (!exchange) RespondInternalError();  // otherwise the exchange does so unless it was answered
}

void Connection::Respond(Response response) {
  if (place_.phase != Phase::kHandling) return;
  Step(shared_from_this()).Run([&](Connection& self) {
    self.memory_.Set(0);  // the request is done
    if (self.only_reads_ && !self.HasMemoryFor(response.body.capacity())) {
      response = self.RefusalOf({}, RequestRefusal(ErrorCode::kServerBusy));
    }
    self.Answer(std::move(response), self.framing_.keep_alive);
  });
}

bool Connection::HasMemoryFor(std::size_t bytes) noexcept {
  return bytes <= kUncountedBytes || memory_.GrowTo(bytes);
}

void Connection::RespondInternalError() {
  if (place_.phase == Phase::kHandling) {
    Respond(RefusalOf({}, RequestRefusal(ErrorCode::kInternalError)));
  }
}

Response Connection::RefusalOf(const Request& request, const RequestRefusal& refusal) {
  Response response{.status = refusal.status};
  RunGuarded("a refusal", {}, [&] {
    Response refused = io_->State()->handler->Refuse(request, refusal.code);
    if (refusal.status != ToWire(refusal.code).status) refused.status = refusal.status;
    response = std::move(refused);
  });
  return response;
}

// Closes the connection, since the input after a refused request cannot be told from its body.
void Connection::Refuse(const RequestRefusal& refusal) {
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
  // What cannot be refused any more is sent, whatever it takes.
  memory_.Set(response.body.capacity() > kUncountedBytes ? response.body.capacity() : 0);
  response_ = std::move(response);
  head_out_.clear();
  const BodyForm form = AppendResponseHead(head_out_, response_, framing_, io_->HttpDate());
  std::array<asio::const_buffer, 3> out = {asio::buffer(head_out_)};
  if (form != BodyForm::kNone) out[1] = asio::buffer(response_.body);
  if (form == BodyForm::kChunk) out[2] = asio::buffer(kLastChunk);
  stream_.Write(out, Then([](Connection& self, const IoError& error, std::size_t /*bytes*/) {
                  self.OnWritten(error);
                }));
}

void Connection::OnWritten(const IoError& error) {
  if (place_.phase != Phase::kWriting) return;
  std::exchange(response_, {});  // an assignment alone would keep the memory of its body
  memory_.Set(0);
  // If Stop() was called while the answer was being written, it has already closed the idle ones.
  const bool is_kept = framing_.keep_alive && !io_->State()->stopping;
  if (!error && is_kept) {
    io_->Move(place_, Phase::kIdle);
    NextRequest();
  } else if (!error && (input_lost_ || buffer_.size() != 0 || stream_.is_tls())) {
    EndSending();
  } else {
    Close();
  }
}

void Connection::EndSending() {
  io_->Move(place_, Phase::kDraining);
  buffer_.clear();
  if (stream_.is_tls() && !speaks_plain_) {
    // This fails while the client is still sending; Drain() then waits until the client closes.
    stream_.Shutdown(Then([](Connection& self, const IoError& /*error*/, std::size_t /*bytes*/) {
      self.BeginDraining();
    }));
  } else {
    BeginDraining();
  }
}

void Connection::BeginDraining() {
  if (place_.phase != Phase::kDraining) return;
  IoError ignored;
  stream_.socket().shutdown(asio::socket_base::shutdown_send, ignored);
  Drain();
}

// Reads and drops input until the client closes. Closing with unread input would reset the
// connection, and the client might lose the answer.
void Connection::Drain() {
  stream_.socket().async_read_some(
      buffer_.prepare(kDrainReadBytes),
      Then([](Connection& self, const IoError& error, std::size_t bytes) {
        if (self.place_.phase != Phase::kDraining) return;
        self.drained_bytes_ += bytes;
        if (error || self.drained_bytes_ > kDrainBytesMax) {
          self.Close();
        } else {
          self.Drain();
        }
      }));
}

void Connection::OnTimeout() {
  if (place_.phase != Phase::kHead && place_.phase != Phase::kBody) {
    Close();
    return;
  }
  Step(shared_from_this()).Run([](Connection& self) {
    IoError ignored;
    self.stream_.socket().cancel(ignored);  // the pending read
    self.Refuse(RequestRefusal(ErrorCode::kRequestTimeout));
  });
}

void Connection::Close() noexcept {
  if (place_.phase == Phase::kClosed) return;
  const std::shared_ptr<Connection> self = weak_from_this().lock();  // shared_from_this() may throw
  io_->Remove(place_);
  IoError ignored;
  stream_.socket().close(ignored);
  Uncount();
}

void Connection::Uncount() noexcept {
  if (std::exchange(is_counted_, false)) io_->State()->ConnectionEnded();
}

}  // namespace rowhouse::wire
