#pragma once
// A TCP or TLS client that sends exactly what it is told to, in the pieces that it is told to. For
// tests of what a polite HTTP library would never send.

#include <chrono>
#include <cstdint>
#include <memory>
#include <openssl/types.h>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rowhouse::test {

struct RawResponse {
  std::string status_line;
  int status = 0;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;  // without the chunked coding
  bool chunked = false;

  // The first header of this name, without regard to case; empty when there is none.
  std::string Header(std::string_view name) const;
};

class RawClient {
 public:
  // Connects to 127.0.0.1. Aborts the test when that fails.
  explicit RawClient(std::uint16_t port);
  // Speaks TLS to a server called "localhost" whose certificate is the one in the PEM file
  // `trusted`. False in `is_secure` when the handshake failed.
  RawClient(std::uint16_t port, const std::string& trusted, bool& is_secure);
  RawClient(RawClient&& other) noexcept;
  RawClient& operator=(RawClient&&) = delete;
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;
  ~RawClient();

  // False when the server has closed.
  bool Send(std::string_view bytes);
  void ShutdownSend();
  void Reset();  // closes so that the server sees a reset

  // The next response; none when the server closes or is silent for `patience`. `has_body` is
  // false for an answer to HEAD and for an interim response.
  std::optional<RawResponse> ReadResponse(bool has_body = true,
                                          std::chrono::milliseconds patience = kPatience);
  // What comes until the server closes or is silent for `patience`.
  std::string ReadAll(std::chrono::milliseconds patience = kPatience);
  // The server closes (in either way) within `patience`, and sends nothing before.
  bool IsClosedWithin(std::chrono::milliseconds patience);
  // Nothing comes for so long, and the connection stays open.
  bool IsSilentFor(std::chrono::milliseconds time);

  static constexpr std::chrono::milliseconds kPatience{5000};

 private:
  enum class Incoming : std::uint8_t { kBytes, kNothing, kClosed };
  Incoming Receive(std::chrono::milliseconds patience);
  std::optional<std::string> TakeLine(std::chrono::milliseconds patience);
  std::optional<std::string> TakeBytes(std::size_t bytes, std::chrono::milliseconds patience);
  bool TakeChunks(std::string& body, std::chrono::milliseconds patience);

  struct FreeTls {
    void operator()(SSL* tls) const;
  };

  int socket_ = -1;
  std::unique_ptr<SSL, FreeTls> tls_;  // null: plain
  std::string input_;
};

}  // namespace rowhouse::test
