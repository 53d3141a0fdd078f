#pragma once
// A TCP or TLS client that sends exactly the bytes it is given, in the pieces it is given. For
// tests with requests that an HTTP library would never send.

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

  // Returns the first header of this name, ignoring case; empty if there is none.
  std::string Header(std::string_view name) const;
};

class RawClient {
 public:
  // Connects to 127.0.0.1. Aborts the test program on failure.
  explicit RawClient(std::uint16_t port);
  // Uses TLS with a server called "localhost" whose certificate is the one in the PEM file
  // `trusted`. Sets `is_secure` to false if the handshake fails.
  RawClient(std::uint16_t port, const std::string& trusted, bool& is_secure);
  RawClient(RawClient&& other) noexcept;
  RawClient& operator=(RawClient&&) = delete;
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;
  ~RawClient();

  // Returns false if the server has closed the connection.
  bool Send(std::string_view bytes);
  void ShutdownSend();
  void Reset();  // closes so that the server sees a reset

  // Returns the next response, or none if the server closes or sends nothing for `timeout`.
  // `has_body` must be false for an answer to HEAD and for an interim response.
  std::optional<RawResponse> ReadResponse(bool has_body = true,
                                          std::chrono::milliseconds timeout = kTimeout);
  // Returns everything received until the server closes or sends nothing for `timeout`.
  std::string ReadAll(std::chrono::milliseconds timeout = kTimeout);
  // Returns true if the server closes or resets the connection within `timeout` without sending
  // anything.
  bool IsClosedWithin(std::chrono::milliseconds timeout);
  // Returns true if nothing is received for `time` and the connection stays open.
  bool IsSilentFor(std::chrono::milliseconds time);

  static constexpr std::chrono::milliseconds kTimeout{5000};

 private:
  enum class Incoming : std::uint8_t { kBytes, kNothing, kClosed };
  Incoming Receive(std::chrono::milliseconds timeout);
  std::optional<std::string> TakeLine(std::chrono::milliseconds timeout);
  std::optional<std::string> TakeBytes(std::size_t bytes, std::chrono::milliseconds timeout);
  bool TakeChunks(std::string& body, std::chrono::milliseconds timeout);

  struct FreeTls {
    void operator()(SSL* tls) const;
  };

  int socket_ = -1;
  std::unique_ptr<SSL, FreeTls> tls_;  // null: plain
  std::string input_;
};

}  // namespace rowhouse::test
