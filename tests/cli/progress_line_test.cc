#include "cli/terminal/progress_line.h"

#include <boost/test/unit_test.hpp>
#include <string>

namespace rowhouse::cli {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

// A job of 1,000,000 entities that does 50,000 in each second, after `passed` of them.
RateWindow SteadyRate(int passed) {
  RateWindow rate;
  for (int second = 0; second <= passed; ++second) {
    const auto done = static_cast<std::uint64_t>(second) * 50'000;
    rate.Add({done, static_cast<double>(done) / 1e6, seconds(second)});
  }
  return rate;
}

ProgressState After(int passed) {
  const auto done = static_cast<std::uint64_t>(passed) * 50'000;
  return {done, static_cast<double>(done) / 1e6, seconds(passed)};
}

Terminal Wide() { return {.moves = true, .colours = true, .unicode = true, .width = 100}; }

}  // namespace

BOOST_AUTO_TEST_SUITE(ProgressLineTest)

BOOST_AUTO_TEST_CASE(KnownSizeShowsBarRateAndRemainingTime) {
  const std::string line = MovingLine("import People", After(5), SteadyRate(5), Wide());
  BOOST_TEST(line ==
             "import People  ███████▌                         25 %  250,000  50.0k/s  15 s left");
  BOOST_TEST(DisplayWidth(line) < 100U);
}

BOOST_AUTO_TEST_CASE(UnknownSizeShowsAWanderingBlockAndNoRemainingTime) {
  RateWindow rate;
  rate.Add({0, {}, milliseconds(0)});
  rate.Add({500, {}, milliseconds(1000)});
  const Terminal plain{.moves = true, .colours = false, .unicode = false, .width = 60};
  BOOST_TEST(MovingLine("export", {500, {}, milliseconds(1000)}, rate, plain) ==
             "export  ..........###.................  500  500/s");
}

BOOST_AUTO_TEST_CASE(NarrowTerminalIsNeverOverrun) {
  for (std::size_t width = 20; width < 100; ++width) {
    Terminal terminal = Wide();
    terminal.width = width;
    const std::string line = MovingLine("import People", After(5), SteadyRate(5), terminal);
    BOOST_TEST(DisplayWidth(line) < width, "width " << width << ": " << line);
  }
}

BOOST_AUTO_TEST_CASE(LogLineSaysTheSameInWords) {
  BOOST_TEST(PlainLine("import People", After(5), SteadyRate(5)) ==
             "import People: 250,000 entities (25 %), 50.0k/s, 15 s left");
}

BOOST_AUTO_TEST_CASE(RateIsThatOfTheLastSeconds) {
  RateWindow rate;
  rate.Add({0, {}, seconds(0)});
  rate.Add({1'000'000, {}, seconds(10)});  // fast, long ago
  for (int second = 11; second <= 30; ++second) {
    rate.Add({1'000'000 + static_cast<std::uint64_t>(second - 10) * 100, {}, seconds(second)});
  }
  BOOST_TEST(rate.PerSecond() == 100, boost::test_tools::tolerance(0.01));
}

BOOST_AUTO_TEST_CASE(NothingIsPromisedBeforeThereIsARate) {
  RateWindow rate;
  BOOST_TEST(rate.PerSecond() == 0);
  BOOST_TEST(!rate.Remaining().has_value());
  rate.Add({10, 0.5, seconds(1)});
  rate.Add({10, 0.5, seconds(2)});  // stalled
  BOOST_TEST(!rate.Remaining().has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::cli
