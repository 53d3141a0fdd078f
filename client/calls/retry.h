#pragma once
// Decides whether and when a request is sent again, and which error a failure becomes. Pure; that a
// wait must end before the call's deadline is checked by Call.

#include <chrono>
#include <cstdint>
#include <optional>
#include <rowhouse/error.h>
#include <rowhouse/options.h>
#include <rowhouse/transport.h>
#include <string_view>

namespace rowhouse::tables {

// The effect of doing a request twice.
enum class Safety : std::uint8_t {
  kRead,        // nothing
  kRepeatable,  // a write that leaves the same state
  kOnce,        // harm, or a misleading answer
};

// How an attempt ended. An answer has a status; the other members are empty or false then.
struct AttemptEnd {
  int status = 0;
  std::string_view code = {};                                 // the service's, of an answer >= 400
  std::optional<std::chrono::milliseconds> retry_after = {};  // from the answer's headers
  std::optional<SendFailure::Kind> failure = {};
  bool sent = false;  // of a failure: the service may have seen the request
  // Of a 202: its body says that one of the transaction's writes was refused.
  bool refused_inside = false;
};

// The state of a call across its attempts.
struct RetryState {
  int attempts = 0;             // sent so far, the one that just ended included
  bool stale_repeated = false;  // the immediate repetition is spent
  bool maybe_done = false;      // an earlier attempt may have been carried out
  bool patient = false;         // more than attempts_max are allowed where nothing was begun
};

struct RetryVerdict {
  enum class Kind : std::uint8_t {
    kAnswer,       // this answer is the call's, whatever its status
    kRepeat,       // after `delay`
    kFail,         // with `error`
    kCountAsDone,  // the error answer to a repetition that found its work done
  };
  Kind kind = Kind::kAnswer;
  std::chrono::milliseconds delay{0};
  ErrorKind error = ErrorKind::kService;
};

// Whether the service did not begin the request, so that it may be asked again later.
bool IsUnbegun(const AttemptEnd& end);

// `gone_is_done`: a repetition that is answered 404 did its work before. `random` is in 0..1 and
// shortens the delay. Updates `state`.
RetryVerdict DecideRetry(const AttemptEnd& end, Safety safety, bool gone_is_done,
                         const RetryPolicy& policy, double random, RetryState& state);

// The waiting time that Retry-After or retry-after-ms asks for; a date counts from `now`. No value
// without a header that can be read.
std::optional<std::chrono::milliseconds> RetryAfterOf(const Headers& headers,
                                                      std::chrono::system_clock::time_point now);

}  // namespace rowhouse::tables
