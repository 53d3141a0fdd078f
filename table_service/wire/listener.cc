#include "table_service/wire/listener.h"

#include "base/guarded.h"
#include "table_service/wire/connection.h"

#include <cerrno>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <thread>
#include <utility>

namespace rowhouse::wire {
namespace {

namespace asio = boost::asio;

constexpr std::chrono::milliseconds kRetryTime{100};

std::string_view RemedyFor(const boost::system::error_code& error) {
  if (error == asio::error::address_in_use) {
    return "another program listens there, which `ss -ltnp` names: stop it, or choose another port";
  }
  if (error == asio::error::access_denied) {
    return "this user may not listen on a port below 1024: choose another one";
  }
  if (error == boost::system::errc::address_not_available) {
    return "this machine has no such address: choose one that `ip address` shows";
  }
  return "choose another address or port";
}

}  // namespace

// A pending accept. If it is dropped because something on the way threw, accepting starts again.
class Listener::Accepting {
 public:
  explicit Accepting(Listener* listener) : listener_(listener) {}
  Accepting(Accepting&& other) noexcept : listener_(std::exchange(other.listener_, nullptr)) {}
  Accepting& operator=(Accepting&&) = delete;
  ~Accepting() {
    if (listener_ != nullptr) listener_->OnAcceptLost();
  }

  void Done() { std::exchange(listener_, nullptr)->is_accepting_ = false; }

 private:
  Listener* listener_;
};

Listener::Listener(std::vector<std::shared_ptr<IoThread>> io_threads)
    : io_threads_(std::move(io_threads)),
      state_(*io_threads_.front()->State()),
      acceptor_(io_threads_.front()->Context()),
      retry_(io_threads_.front()->Context()) {}

tl::expected<std::uint16_t, std::string> Listener::Open(const std::string& address,
                                                        std::uint16_t port) {
  boost::system::error_code error;
  const auto ip = asio::ip::make_address(address, error);
  if (error) {
    return tl::unexpected(
        fmt::format("cannot listen on \"{}\": not a numeric IP address; give one such as "
                    "127.0.0.1 or ::1",
                    address));
  }
  const asio::ip::tcp::endpoint endpoint(ip, port);
  acceptor_.open(endpoint.protocol(), error);
  if (!error) acceptor_.set_option(asio::socket_base::reuse_address(true), error);
  if (!error) acceptor_.bind(endpoint, error);
  if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
  if (error) {
    return tl::unexpected(fmt::format("cannot listen on {} port {}{}: {}; {}", address, port,
                                      tls_ ? " for TLS" : "", error.message(), RemedyFor(error)));
  }
  return acceptor_.local_endpoint().port();
}

void Listener::Accept() noexcept {
  while (acceptor_.is_open() && !RunGuarded("accepting a client", {}, [this] { BeginAccept(); })) {
    std::this_thread::sleep_for(kRetryTime);  // a timer would take memory, too
  }
}

void Listener::BeginAccept() {
  const std::size_t io = next_;
  next_ = (next_ + 1) % io_threads_.size();
  const auto socket = std::make_shared<Stream::Socket>(io_threads_[io]->Context());
  acceptor_.async_accept(*socket, [this, io, socket, accepting = Accepting(this)](
                                      const boost::system::error_code& error) mutable {
    accepting.Done();
    OnAccept(error, io, std::move(*socket));
  });
  is_accepting_ = true;
}

void Listener::OnAcceptLost() noexcept {
  // Otherwise it was dropped before it began, and BeginAccept() throws.
  if (std::exchange(is_accepting_, false)) Accept();
}

void Listener::OnAccept(const boost::system::error_code& error, std::size_t io,
                        Stream::Socket socket) {
  if (!acceptor_.is_open()) return;
  if (error == asio::error::connection_aborted) {
    Accept();
    return;
  }
  if (error) {
    PauseAfter(error);
    return;
  }
  reported_error_ = false;
  const bool is_taken = RunGuarded("starting a connection", {}, [&] {
    waiting_ = std::make_shared<Connection>(io_threads_[io], std::move(socket), tls_.get());
  });
  if (is_taken) {
    Admit();
  } else {
    Accept();
  }
}

void Listener::Admit() noexcept {
  if (!waiting_ || WaitsForRoom()) return;
  std::exchange(waiting_, nullptr)->PostStart();
  Accept();
}

// Waits before the next attempt: out of descriptors or memory, an immediate retry would only waste
// processor time.
void Listener::PauseAfter(const boost::system::error_code& error) {
  if (!reported_error_) {
    spdlog::warn(
        "cannot accept connections: {}; trying again every {} ms{}", error.message(),
        kRetryTime.count(),
        error == asio::error::no_descriptors ? "; raise the limit of open files, ulimit -n" : "");
    reported_error_ = true;
  }
  if (error == asio::error::no_descriptors || error.value() == ENFILE) FreeDescriptors();
  const bool is_set = RunGuarded("starting a timer", {}, [this] {
    retry_.expires_after(kRetryTime);
    retry_.async_wait([this](const boost::system::error_code& cancelled) {
      if (!cancelled) Accept();
    });
  });
  if (is_set) return;
  std::this_thread::sleep_for(kRetryTime);
  Accept();
}

bool Listener::WaitsForRoom() {
  if (state_.Connections().open < state_.options.connections_max) return false;
  state_.full = true;
  if (state_.Connections().open <
      state_.options.connections_max) {  // one ended before it saw `full`
    state_.full = false;
    return false;
  }
  if (!reported_full_) {
    spdlog::warn(
        "the limit of {} connections is reached; idle ones are closed to admit new clients",
        state_.options.connections_max);
    reported_full_ = true;
  }
  CloseOldestIdle();
  return true;
}

void Listener::CloseOldestIdle() noexcept {
  RunGuarded("closing idle connections", {}, [this] {
    for (const auto& io : io_threads_) {
      io->Post([io = io.get()] { io->CloseOldestIdle(); });
    }
  });
}

void Listener::FreeDescriptors() noexcept {
  CloseOldestIdle();
  if (!state_.options.free_descriptors) return;
  RunGuarded("closing idle files", {}, state_.options.free_descriptors);
}

void Listener::Close() {
  boost::system::error_code ignored;
  acceptor_.close(ignored);
  retry_.cancel();
  waiting_ = nullptr;
}

}  // namespace rowhouse::wire
