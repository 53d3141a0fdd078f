#pragma once
// Options of clients and of calls. Every member has a value that is right for most.

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace rowhouse::tables {

class Transport;

// How often and how fast a failed request is repeated. Repeated are: what was not sent; what the
// service refused to begin (503 ServerBusy, 429); and, of calls that may be done twice without harm
// (reads, upserts, replaces and merges of any version, deletes of any version, settings), also lost
// answers and 408, 500, 502, 504. The first repetition of a request that broke a reused connection
// comes at once. Retry-After is waited for, if the deadline allows; else the call ends at once.
struct RetryPolicy {
  int attempts_max = 4;  // 1: never repeat
  std::chrono::milliseconds delay_first{200};
  std::chrono::milliseconds delay_max{10'000};  // doubled from attempt to attempt up to this
  double jitter = 0.5;                          // a delay is shortened by up to this part, by lot
};

// One attempt, told to ClientOptions::observer.
struct AttemptReport {
  std::string method = {};
  std::string path = {};  // without query, so without any signature
  int attempt = 1;
  int status = 0;  // 0: no answer
  std::string request_id = {};
  std::string client_request_id = {};
  std::string failure = {};  // empty: an answer came
  std::chrono::microseconds elapsed{0};
  std::optional<std::chrono::milliseconds> repeated_in = {};  // none: it was the last one
};

struct ClientOptions {
  RetryPolicy retry = {};
  std::chrono::milliseconds timeout{60'000};  // of a call with all its attempts
  std::string user_agent = {};                // in front of ours
  // PEM; what https servers are trusted by besides. A client whose file cannot be read is not made:
  // std::invalid_argument.
  std::string ca_file = {};
  bool verify_certificate = true;  // false: any certificate of a https server
  // Called after each attempt, from any thread; must not throw or block.
  std::function<void(const AttemptReport&)> observer = {};
  // What sends requests; null: connections of our own. For tests, see transport.h.
  std::shared_ptr<Transport> transport = {};
};

struct CallOptions {
  std::optional<std::chrono::milliseconds> timeout = {};  // none: the client's
  // Whatever comes first of the two ends the call.
  std::optional<std::chrono::steady_clock::time_point> deadline = {};
  std::stop_token cancellation = {};
  std::optional<RetryPolicy> retry = {};  // none: the client's
  std::string client_request_id = {};     // empty: a new GUID
};

}  // namespace rowhouse::tables
