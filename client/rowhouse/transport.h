#pragma once
// The seam below the clients: what sends one signed request once. Users put a fake in here.

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rowhouse::tables {

using Headers = std::vector<std::pair<std::string, std::string>>;

// The first header called `name`, whatever its case; null when there is none.
const std::string* FindHeader(const Headers& headers, std::string_view name);

struct HttpRequest {
  std::string method = {};
  std::string origin = {};  // "http://127.0.0.1:10002"
  std::string target = {};  // path and query, percent-encoded: sent as it is
  Headers headers = {};
  std::string body = {};
};

struct HttpResponse {
  int status = 0;
  Headers headers = {};
  std::string body = {};
};

struct SendFailure {
  enum class Kind : std::uint8_t {
    kNotSent,  // no connection, or it broke before the last byte of the request was out
    kStale,  // as kNotSent or kLost, on a connection that had been used before: the peer closed it
    kLost,   // the request was out, or may have been
    kTimedOut,
    kCancelled,
  };
  Kind kind = Kind::kLost;
  bool sent = true;  // whether the service may have seen all of it
  std::string text = {};
};

// Exactly one of the two has a value.
struct SendResult {
  std::optional<HttpResponse> response = {};
  std::optional<SendFailure> failure = {};
};

class Transport {
 public:
  virtual ~Transport() = default;

  // Sends `request` once and calls `done` once, from any thread, perhaps before Send() returns.
  // `done` does not block. It comes soon after `deadline` or `cancellation` at the latest. Calls
  // may overlap.
  virtual void Send(HttpRequest request, std::chrono::steady_clock::time_point deadline,
                    const std::stop_token& cancellation, std::function<void(SendResult)> done) = 0;
};

}  // namespace rowhouse::tables
