#include "client/calls/retry.h"

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <string_view>

namespace rowhouse::tables {
namespace {

using namespace std::chrono_literals;
using Kind = RetryVerdict::Kind;
using Failure = SendFailure::Kind;

struct RetryCase {
  std::string_view name;
  AttemptEnd end;
  Safety safety;
  Kind verdict;
  ErrorKind error = ErrorKind::kService;  // of kFail
  bool maybe_done = false;                // before this attempt
  bool gone_is_done = false;
};

AttemptEnd Status(int status, std::string_view code = "") {
  return {.status = status, .code = code};
}
AttemptEnd Failed(Failure failure, bool sent) { return {.failure = failure, .sent = sent}; }

constexpr Safety kRead = Safety::kRead;
constexpr Safety kAgain = Safety::kRepeatable;
constexpr Safety kOnce = Safety::kOnce;

const RetryCase kCases[] = {
    {"success", Status(204), kOnce, Kind::kAnswer},
    {"conflict", Status(409), kOnce, Kind::kAnswer},
    {"not implemented", Status(501), kAgain, Kind::kAnswer},
    {"version not supported", Status(505), kAgain, Kind::kAnswer},
    {"busy, once", Status(503, "ServerBusy"), kOnce, Kind::kRepeat},
    {"throttled, once", Status(429), kOnce, Kind::kRepeat},
    {"timed out inside, once", Status(503, "OperationTimedOut"), kOnce, Kind::kFail,
     ErrorKind::kOutcomeUnknown},
    {"timed out inside, repeatable", Status(503, "OperationTimedOut"), kAgain, Kind::kRepeat},
    {"internal error, read", Status(500), kRead, Kind::kRepeat},
    {"internal error, repeatable", Status(500), kAgain, Kind::kRepeat},
    {"internal error, once", Status(500), kOnce, Kind::kFail, ErrorKind::kOutcomeUnknown},
    {"bad gateway, once", Status(502), kOnce, Kind::kFail, ErrorKind::kOutcomeUnknown},
    {"request time-out, read", Status(408), kRead, Kind::kRepeat},
    {"not sent, once", Failed(Failure::kNotSent, false), kOnce, Kind::kRepeat},
    {"lost, read", Failed(Failure::kLost, true), kRead, Kind::kRepeat},
    {"lost, once", Failed(Failure::kLost, true), kOnce, Kind::kFail, ErrorKind::kOutcomeUnknown},
    {"stale, once", Failed(Failure::kStale, true), kOnce, Kind::kRepeat},
    {"deadline, read", Failed(Failure::kTimedOut, true), kRead, Kind::kFail, ErrorKind::kDeadline},
    {"deadline, write", Failed(Failure::kTimedOut, true), kAgain, Kind::kFail,
     ErrorKind::kOutcomeUnknown},
    {"deadline before sending", Failed(Failure::kTimedOut, false), kOnce, Kind::kFail,
     ErrorKind::kDeadline},
    {"cancelled, read", Failed(Failure::kCancelled, true), kRead, Kind::kFail,
     ErrorKind::kCancelled},
    {"cancelled, write", Failed(Failure::kCancelled, true), kOnce, Kind::kFail,
     ErrorKind::kOutcomeUnknown},
    {"conflict with oneself", Status(409), kOnce, Kind::kFail, ErrorKind::kOutcomeUnknown, true},
    {"other version after a loss", Status(412), kOnce, Kind::kFail, ErrorKind::kOutcomeUnknown,
     true},
    {"success after a loss", Status(204), kOnce, Kind::kAnswer, ErrorKind::kService, true},
    {"bad request after a loss", Status(400), kOnce, Kind::kAnswer, ErrorKind::kService, true},
    {"refused inside after a loss",
     {.status = 202, .refused_inside = true},
     kOnce,
     Kind::kFail,
     ErrorKind::kOutcomeUnknown,
     true},
    {"transaction after a loss", Status(202), kOnce, Kind::kAnswer, ErrorKind::kService, true},
    {"redirection", Status(302), kOnce, Kind::kFail, ErrorKind::kService},
    {"redirection of a read", Status(302), kRead, Kind::kFail, ErrorKind::kService},
    {"redirection after a loss", Status(302), kAgain, Kind::kFail, ErrorKind::kOutcomeUnknown,
     true},
    {"web page for a write", Status(200), kAgain, Kind::kFail, ErrorKind::kOutcomeUnknown},
    {"read", Status(200), kRead, Kind::kAnswer},
    {"gone after a loss", Status(404), kAgain, Kind::kCountAsDone, ErrorKind::kService, true, true},
    {"gone at first", Status(404), kAgain, Kind::kAnswer, ErrorKind::kService, false, true},
};

BOOST_AUTO_TEST_SUITE(RetryTest)

BOOST_AUTO_TEST_CASE(EveryEndHasItsVerdict) {
  for (const RetryCase& item : kCases) {
    RetryState state{.attempts = 1, .maybe_done = item.maybe_done};
    const RetryVerdict verdict =
        DecideRetry(item.end, item.safety, item.gone_is_done, {}, 0, state);
    BOOST_TEST((verdict.kind == item.verdict), item.name);
    if (item.verdict == Kind::kFail) BOOST_TEST((verdict.error == item.error), item.name);
  }
}

BOOST_AUTO_TEST_CASE(AttemptsAreBounded) {
  RetryState state{.attempts = 4};
  BOOST_TEST((DecideRetry(Status(503), kRead, false, {}, 0, state).kind == Kind::kAnswer));
  BOOST_TEST((DecideRetry(Failed(Failure::kNotSent, false), kRead, false, {}, 0, state).error ==
              ErrorKind::kNotSent));
  BOOST_TEST((DecideRetry(Failed(Failure::kLost, true), kRead, false, {}, 0, state).error ==
              ErrorKind::kAnswerLost));
  BOOST_TEST((DecideRetry(Failed(Failure::kLost, true), kAgain, false, {}, 0, state).error ==
              ErrorKind::kOutcomeUnknown));
  state.maybe_done = true;
  BOOST_TEST((DecideRetry(Failed(Failure::kNotSent, false), kAgain, false, {}, 0, state).error ==
              ErrorKind::kOutcomeUnknown));
}

BOOST_AUTO_TEST_CASE(PatienceHasNoNumberOfAttemptsWhereNothingWasBegun) {
  const auto verdict = [](const AttemptEnd& end, Safety safety) {
    RetryState state{.attempts = 100, .patient = true};
    return DecideRetry(end, safety, false, {}, 0, state).kind;
  };
  BOOST_TEST((verdict(Status(503, "ServerBusy"), kOnce) == Kind::kRepeat));
  BOOST_TEST((verdict(Status(429), kOnce) == Kind::kRepeat));
  BOOST_TEST((verdict(Failed(Failure::kNotSent, false), kOnce) == Kind::kRepeat));
  BOOST_TEST((verdict(Failed(Failure::kLost, true), kRead) == Kind::kRepeat));
  BOOST_TEST((verdict(Failed(Failure::kLost, true), kOnce) == Kind::kFail));
  BOOST_TEST((verdict(Status(500), kRead) == Kind::kAnswer));
}

BOOST_AUTO_TEST_CASE(AStaleConnectionIsForgivenOnce) {
  RetryState state{.attempts = 4};
  const AttemptEnd stale = Failed(Failure::kStale, true);
  const RetryVerdict first = DecideRetry(stale, kOnce, false, {}, 0, state);
  BOOST_TEST((first.kind == Kind::kRepeat));
  BOOST_TEST((first.delay == 0ms));
  BOOST_TEST((DecideRetry(stale, kOnce, false, {}, 0, state).error == ErrorKind::kOutcomeUnknown));
}

BOOST_AUTO_TEST_CASE(DelaysDoubleAreBoundedAndShortenedByLot) {
  const RetryPolicy policy{
      .attempts_max = 20, .delay_first = 100ms, .delay_max = 500ms, .jitter = 0.5};
  const auto delay = [&](int attempts, double random) {
    RetryState state{.attempts = attempts};
    return DecideRetry(Status(503), kRead, false, policy, random, state).delay;
  };
  BOOST_TEST((delay(1, 0) == 100ms));
  BOOST_TEST((delay(2, 0) == 200ms));
  BOOST_TEST((delay(3, 0) == 400ms));
  BOOST_TEST((delay(10, 0) == 500ms));
  BOOST_TEST((delay(1, 1) == 50ms));
  RetryState state{.attempts = 1};
  const AttemptEnd told{.status = 503, .retry_after = 3000ms};
  BOOST_TEST((DecideRetry(told, kRead, false, policy, 1, state).delay == 3000ms));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(RetryAfterTest)

BOOST_AUTO_TEST_CASE(SecondsMillisecondsAndDatesAreRead) {
  const std::chrono::system_clock::time_point now{std::chrono::seconds(1767225600)};
  const auto read = [now](std::string_view name, std::string_view value) {
    return RetryAfterOf({{std::string(name), std::string(value)}}, now);
  };
  BOOST_TEST((read("Retry-After", "3") == 3000ms));
  BOOST_TEST((read("retry-after-ms", "250") == 250ms));
  BOOST_TEST((read("x-ms-retry-after-ms", "250") == 250ms));
  BOOST_TEST((read("Retry-After", "Thu, 01 Jan 2026 00:00:05 GMT") == 5000ms));
  BOOST_TEST((read("Retry-After", "Wed, 31 Dec 2025 00:00:00 GMT") == 0ms));
  for (const char* bad : {"", "soon", "-1", "1.5", "99999999999999999999"}) {
    BOOST_TEST(!read("Retry-After", bad).has_value(), bad);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rowhouse::tables
