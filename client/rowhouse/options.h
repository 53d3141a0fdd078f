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

// How often and how fast a failed request is repeated. These are repeated: requests that were not
// sent or that the service refused to begin (503 ServerBusy, 429); also, for calls that may be done
// twice without harm (reads, upserts, replaces and merges of any version, deletes of any version,
// settings), lost answers and 408, 500, 502, 504. A request that failed with a reused connection is
// first repeated at once. The wait that Retry-After asks for is kept if the deadline allows;
// otherwise the call ends at once.
struct RetryPolicy {
  int attempts_max = 4;                        // 1: never repeat
  std::chrono::milliseconds delay_first{200};  // doubled with each attempt, up to delay_max
  std::chrono::milliseconds delay_max{10'000};
  double jitter = 0.5;  // a delay is shortened by a random fraction, at most this
  // For how long a service that has answered this client before may be busy (503, 429) or away (no
  // connection, as while it restarts): meanwhile a request that it did not begin is repeated, however
  // often that is, and the call's timeout is for each attempt. A wait that would outlast it ends the
  // call at once, unless the timeout allows it. Zero: attempts_max and timeout hold.
  std::chrono::milliseconds patience{0};
  // Once requested, nothing is repeated, and a call that waits for its next attempt ends as cancelled;
  // a request that was sent is waited for.
  std::stop_token give_up = {};
};

// One attempt, as reported to ClientOptions::observer.
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
  std::string user_agent = {};                // sent before ours
  // A PEM file of additional CA certificates to trust. std::invalid_argument from the client's
  // constructor if it cannot be read.
  std::string ca_file = {};
  bool verify_certificate = true;  // false: any certificate of a https server
  // "http://[USER:PASSWORD@]HOST:PORT" of an HTTP proxy, USER and PASSWORD percent-encoded; empty:
  // none. The environment (HTTPS_PROXY) is not looked at. Requests to this machine (localhost, 127.x)
  // never go through it. For https endpoints it carries a tunnel (CONNECT) and sees no request.
  // std::invalid_argument from the client's constructor if it cannot be read.
  std::string proxy = {};
  // The requests load data in bulk: they carry `x-rowhouse-bulk-load: true`, by which a Rowhouse
  // server leaves them out of its findings about keys. Other services ignore it.
  bool bulk_load = false;
  // Called after each attempt, from any thread; must not throw or block.
  std::function<void(const AttemptReport&)> observer = {};
  // Sends the requests; null: connections of the library. For tests, see transport.h.
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
