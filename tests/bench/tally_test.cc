#include "bench/load_driver/tally.h"

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cstdint>
#include <vector>

namespace rowhouse::bench {
namespace {

using std::chrono::milliseconds;
using TimePoint = Tally::TimePoint;

TimePoint At(std::int64_t ms) { return TimePoint() + milliseconds(ms); }

constexpr Work kOne{.requests = 1, .entities = 1};

struct Hooks {
  int opened = 0;
  int closed = 0;
};

Tally MakeTally(Hooks& hooks, const Tally::Rules& rules, std::uint64_t connections = 1) {
  return {{.connections = connections},
          rules,
          [&hooks] { ++hooks.opened; },
          [&hooks] { ++hooks.closed; }};
}

Tally::Rules OneSecond(std::uint64_t enough = 1) {
  return {.length = milliseconds(1000), .enough = enough, .latest_end = At(10'000)};
}

// What one connection got: begin and end of its operations, in milliseconds.
struct Answer {
  std::int64_t began;
  std::int64_t ended;
};

// Runs a script in the order of its ends, as an event loop would.
RunResult Play(const Tally::Rules& rules, std::int64_t opens_at,
               const std::vector<Answer>& script) {
  Hooks hooks;
  Tally tally = MakeTally(hooks, rules);
  bool opened = false;
  for (const Answer& answer : script) {
    if (!opened && answer.ended >= opens_at) {
      tally.Open(At(opens_at));
      opened = true;
    }
    tally.Completed(At(answer.began), At(answer.ended), kOne);
  }
  tally.Advance(At(1'000'000));
  BOOST_TEST(hooks.opened == 1);
  BOOST_TEST(hooks.closed == 1);
  return tally.Result();
}

BOOST_AUTO_TEST_SUITE(TallyTest)

BOOST_AUTO_TEST_CASE(RateIsOfWhatEndedInTheWindow) {
  const RunResult result =
      Play(OneSecond(), 500, {{0, 400}, {400, 600}, {600, 1000}, {1000, 1500}, {1500, 1501}});
  BOOST_TEST(result.operations == 3U);  // one ended before it, one after it
  BOOST_TEST(result.work.requests == 3U);
  BOOST_TEST(result.seconds == 1.0);
  BOOST_TEST(!result.capped);
}

// A connection that the server serves only at the end, with ten answers in 50 ms: over its own
// time that would be 200 a second.
BOOST_AUTO_TEST_CASE(BurstOfALateConnectionCountsOverTheWholeWindow) {
  std::vector<Answer> script;
  for (std::int64_t i = 0; i < 9; ++i) script.push_back({i * 100, i * 100 + 100});
  for (std::int64_t i = 0; i < 10; ++i) script.push_back({945 + i * 5, 950 + i * 5});
  script.push_back({0, 1001});
  const RunResult result = Play(OneSecond(), 0, script);
  BOOST_TEST(result.operations == 19U);
  BOOST_TEST(result.seconds == 1.0);
}

BOOST_AUTO_TEST_CASE(InFlightAtTheEndHasALatencyAndNoRate) {
  const RunResult result =
      Play(OneSecond(), 0, {{0, 500}, {500, 4000}, {1000, 1200}, {1001, 1300}});
  BOOST_TEST(result.operations == 1U);
  BOOST_TEST(result.latency.Count() == 3U);  // not the one that began after the window
  BOOST_TEST(result.latency.Max() == 3'500'000'000U);
}

BOOST_AUTO_TEST_CASE(BegunBeforeTheWindowHasARateAndNoLatency) {
  const RunResult result = Play(OneSecond(), 500, {{0, 700}, {700, 800}});
  BOOST_TEST(result.operations == 2U);
  BOOST_TEST(result.latency.Count() == 1U);
}

BOOST_AUTO_TEST_CASE(SlowServerGetsALongerWindowAndNoFractions) {
  // An answer every 700 ms; four are enough. The third second has the fourth.
  const RunResult result =
      Play(OneSecond(4), 0, {{0, 700}, {700, 1400}, {1400, 2100}, {2100, 2800}, {2800, 3500}});
  BOOST_TEST(result.operations == 4U);
  BOOST_TEST(result.seconds == 3.0);
  BOOST_TEST(!result.capped);
}

BOOST_AUTO_TEST_CASE(WindowEndsAtTheCapWithTooFew) {
  Tally::Rules rules = OneSecond(4);
  rules.latest_end = At(2500);
  const RunResult result = Play(rules, 0, {{0, 2000}, {2000, 2600}, {2600, 2700}});
  BOOST_TEST(result.operations == 1U);
  BOOST_TEST(result.seconds == 2.5);
  BOOST_TEST(result.capped);
}

BOOST_AUTO_TEST_CASE(NeverOpenedHasNothing) {
  Hooks hooks;
  Tally tally = MakeTally(hooks, OneSecond());
  tally.Completed(At(0), At(10), kOne);
  tally.Failed(At(20), "503");
  BOOST_TEST(tally.Advance(At(30)));  // so that connections go on
  const RunResult result = tally.Result();
  BOOST_TEST(result.operations == 0U);
  BOOST_TEST(result.errors.empty());
  BOOST_TEST(result.seconds == 0.0);
  BOOST_TEST(result.capped);
  BOOST_TEST(hooks.opened == 0);
}

BOOST_AUTO_TEST_CASE(OperationsThatEndTogetherAreAllCounted) {
  Hooks hooks;
  Tally tally = MakeTally(hooks, OneSecond());
  tally.Open(At(0));
  tally.Completed(At(0), At(100), {.entities = 800}, 8);
  BOOST_TEST(tally.Result().operations == 8U);
  BOOST_TEST(tally.Result().work.entities == 800U);
  BOOST_TEST(tally.Result().latency.Count() == 8U);
}

BOOST_AUTO_TEST_CASE(FailuresAreNoOperations) {
  Hooks hooks;
  Tally tally = MakeTally(hooks, OneSecond());
  tally.Open(At(0));
  tally.Failed(At(100), "503");
  tally.Failed(At(1500), "connection");  // of an operation that was in flight at the end
  BOOST_TEST(tally.Result().operations == 0U);
  BOOST_TEST(tally.Result().errors.at("503") == 1U);
  BOOST_TEST(tally.Result().errors.at("connection") == 1U);
  BOOST_TEST(!tally.Advance(At(10'001)));
}

BOOST_AUTO_TEST_CASE(FixedWorkEndsWithItsLastOperation) {
  Hooks hooks;
  Tally tally = MakeTally(hooks, {.latest_end = At(10'000), .total = 3});
  tally.Open(At(0));
  tally.Completed(At(0), At(300), kOne);
  tally.Completed(At(0), At(1700), kOne);
  BOOST_TEST(tally.IsOpen());
  tally.Completed(At(300), At(2000), kOne);
  BOOST_TEST(!tally.IsOpen());
  BOOST_TEST(hooks.closed == 1);
  const RunResult result = tally.Result();
  BOOST_TEST(result.operations == 3U);
  BOOST_TEST(result.seconds == 2.0);
  BOOST_TEST(!result.capped);
}

BOOST_AUTO_TEST_CASE(FixedWorkThatIsNotDoneIsCapped) {
  Hooks hooks;
  Tally tally = MakeTally(hooks, {.latest_end = At(10'000), .total = 3});
  tally.Open(At(0));
  tally.Completed(At(0), At(300), kOne);
  BOOST_TEST(!tally.Advance(At(10'001)));
  BOOST_TEST(tally.Result().capped);
}

BOOST_AUTO_TEST_CASE(EnoughGrowsWithTheConnections) {
  BOOST_TEST(EnoughOperations(1) == 10U);
  BOOST_TEST(EnoughOperations(32) == 128U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rowhouse::bench
