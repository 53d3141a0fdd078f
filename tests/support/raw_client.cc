#include "tests/support/raw_client.h"

#include <arpa/inet.h>
#include <array>
#include <cstdlib>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

namespace rowhouse::test {

std::string RawResponse::Header(std::string_view name) const {
  for (const auto& [key, value] : headers) {
    if (key.size() == name.size() && strncasecmp(key.data(), name.data(), name.size()) == 0) {
      return value;
    }
  }
  return "";
}

RawClient::RawClient(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    std::abort();
  }
  const int on = 1;
  ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

RawClient::RawClient(std::uint16_t port, const std::string& trusted, bool& is_secure)
    : RawClient(port) {
  SSL_CTX* const context = SSL_CTX_new(TLS_client_method());
  if (SSL_CTX_load_verify_locations(context, trusted.c_str(), nullptr) != 1) std::abort();
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
  tls_.reset(SSL_new(context));
  SSL_CTX_free(context);  // tls_ holds it
  SSL_set1_host(tls_.get(), "localhost");
  SSL_set_fd(tls_.get(), socket_);
  SSL_clear_mode(tls_.get(), SSL_MODE_AUTO_RETRY);  // records without data must not block it
  is_secure = SSL_connect(tls_.get()) == 1;
}

RawClient::RawClient(RawClient&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)),
      tls_(std::move(other.tls_)),
      input_(std::move(other.input_)) {}

void RawClient::FreeTls::operator()(SSL* tls) const { SSL_free(tls); }

RawClient::~RawClient() {
  if (socket_ >= 0) ::close(socket_);
}

bool RawClient::Send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = tls_ ? SSL_write(tls_.get(), bytes.data(), static_cast<int>(bytes.size()))
                              : ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

void RawClient::ShutdownSend() {
  if (tls_) SSL_shutdown(tls_.get());
  ::shutdown(socket_, SHUT_WR);
}

void RawClient::Reset() {
  const linger now{.l_onoff = 1, .l_linger = 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &now, sizeof now);
  ::close(std::exchange(socket_, -1));
}

RawClient::Incoming RawClient::Receive(std::chrono::milliseconds timeout) {
  std::array<char, 65536> bytes;
  ssize_t received = 0;
  do {
    pollfd event{.fd = socket_, .events = POLLIN, .revents = 0};
    const bool is_buffered = tls_ && SSL_pending(tls_.get()) > 0;
    if (!is_buffered && ::poll(&event, 1, static_cast<int>(timeout.count())) <= 0) {
      return Incoming::kNothing;
    }
    received = tls_ ? SSL_read(tls_.get(), bytes.data(), static_cast<int>(bytes.size()))
                    : ::recv(socket_, bytes.data(), bytes.size(), 0);
  } while (tls_ && received < 0 &&
           SSL_get_error(tls_.get(), static_cast<int>(received)) == SSL_ERROR_WANT_READ);
  if (received <= 0) return Incoming::kClosed;
  input_.append(bytes.data(), static_cast<std::size_t>(received));
  return Incoming::kBytes;
}

std::optional<std::string> RawClient::TakeLine(std::chrono::milliseconds timeout) {
  std::size_t end = input_.find("\r\n");
  while (end == std::string::npos) {
    if (Receive(timeout) != Incoming::kBytes) return std::nullopt;
    end = input_.find("\r\n");
  }
  std::string line = input_.substr(0, end);
  input_.erase(0, end + 2);
  return line;
}

std::optional<std::string> RawClient::TakeBytes(std::size_t bytes,
                                                std::chrono::milliseconds timeout) {
  while (input_.size() < bytes) {
    if (Receive(timeout) != Incoming::kBytes) return std::nullopt;
  }
  std::string taken = input_.substr(0, bytes);
  input_.erase(0, bytes);
  return taken;
}

bool RawClient::TakeChunks(std::string& body, std::chrono::milliseconds timeout) {
  while (true) {
    const auto line = TakeLine(timeout);
    if (!line) return false;
    const std::size_t size = std::strtoul(line->c_str(), nullptr, 16);
    const auto chunk = TakeBytes(size + 2, timeout);
    if (!chunk || !chunk->ends_with("\r\n")) return false;
    if (size == 0) return true;
    body.append(*chunk, 0, size);
  }
}

std::optional<RawResponse> RawClient::ReadResponse(bool has_body,
                                                   std::chrono::milliseconds timeout) {
  RawResponse response;
  const auto status_line = TakeLine(timeout);
  if (!status_line) return std::nullopt;
  response.status_line = *status_line;
  response.status = std::atoi(status_line->substr(status_line->find(' ') + 1).c_str());
  for (auto line = TakeLine(timeout); true; line = TakeLine(timeout)) {
    if (!line) return std::nullopt;
    if (line->empty()) break;
    const std::size_t colon = line->find(": ");
    response.headers.emplace_back(line->substr(0, colon), line->substr(colon + 2));
  }
  response.chunked = response.Header("Transfer-Encoding") == "chunked";
  if (!has_body) return response;
  if (response.chunked) {
    if (!TakeChunks(response.body, timeout)) return std::nullopt;
    return response;
  }
  const std::string length = response.Header("Content-Length");
  auto body = TakeBytes(std::strtoul(length.c_str(), nullptr, 10), timeout);
  if (!body) return std::nullopt;
  response.body = *std::move(body);
  return response;
}

std::string RawClient::ReadAll(std::chrono::milliseconds timeout) {
  while (Receive(timeout) == Incoming::kBytes) {
  }
  return std::exchange(input_, "");
}

bool RawClient::IsClosedWithin(std::chrono::milliseconds timeout) {
  return input_.empty() && Receive(timeout) == Incoming::kClosed;
}

bool RawClient::IsSilentFor(std::chrono::milliseconds time) {
  return input_.empty() && Receive(time) == Incoming::kNothing;
}

}  // namespace rowhouse::test
