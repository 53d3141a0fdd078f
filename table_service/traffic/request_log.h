#pragma once
// The latest requests and how they were answered, for GET /_rowhouse/requests.

#include "base/mutex.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

// A request and its answer. Contains no header, so neither a key nor the signature of a header.
template <class Text>
struct RequestRecord {
  std::chrono::steady_clock::time_point answered = {};
  std::chrono::steady_clock::duration duration = {};
  int status = 0;
  Text id = {};       // x-ms-request-id
  Text client = {};   // its address
  Text account = {};  // empty: none was found
  Text method = {};
  // Path and query as received, so that a shared access signature may be in it. Like every text here
  // that a client can choose, it must be shown only through WithoutSecrets() (base/secrets.h).
  Text target = {};
  Text code = {};    // the error that the client was told, in a batch that of its first part
  Text reason = {};  // why: for people, and more than the client was told
};
using AnsweredRequest = RequestRecord<std::string_view>;
using LoggedRequest = RequestRecord<std::string>;

// Keeps the last kKept requests that succeeded and the last kKept that failed, so that a failure on
// a busy server can still be seen a while later. Memory: at most 12 MiB, whatever clients send;
// about 1 MiB with usual requests.
//
// Threads: all calls may overlap. Record() waits for another call only if that uses the same place:
// if Latest() is copying it, or if kKept requests were answered meanwhile.
class RequestLog {
 public:
  static constexpr std::size_t kKept = 500;
  static constexpr std::size_t kTargetBytesMax = 1024;  // the rest is cut off
  static constexpr std::size_t kReasonBytesMax = 4096;  // likewise; a string-to-sign fits
  static constexpr std::size_t kWordBytesMax = 64;      // likewise, of the other texts

  // If memory runs out, the request is not kept.
  void Record(const AnsweredRequest& request);
  // Returns the last `max` requests for which `wanted` returns true, the latest first.
  std::vector<LoggedRequest> Latest(std::size_t max,
                                    const std::function<bool(const LoggedRequest&)>& wanted) const;

  static bool IsFailure(const LoggedRequest& request) {
    return IsFailure(request.status, request.code);
  }

 private:
  struct Place {
    mutable Mutex mutex;
    LoggedRequest request ROWHOUSE_TS(guarded_by(mutex));  // its strings keep their memory
    bool is_complete ROWHOUSE_TS(guarded_by(mutex)) = false;
  };
  struct Ring {
    std::atomic<std::uint64_t> count = 0;
    std::vector<Place> places = std::vector<Place>(kKept);
  };

  static bool IsFailure(int status, std::string_view code) {
    return status >= 400 || !code.empty();
  }

  Ring succeeded_;
  Ring failed_;
};

}  // namespace rowhouse
