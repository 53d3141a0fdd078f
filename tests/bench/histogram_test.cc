#include "bench/load_driver/histogram.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace rowhouse::bench {
namespace {

constexpr std::uint64_t kRandomSeed = 7;

Histogram Of(const std::vector<std::uint64_t>& values) {
  Histogram histogram;
  for (const std::uint64_t value : values) histogram.Record(value);
  return histogram;
}

BOOST_AUTO_TEST_SUITE(HistogramTest)

BOOST_AUTO_TEST_CASE(EmptyHasZeroEverywhere) {
  const Histogram histogram;
  BOOST_TEST(histogram.Count() == 0U);
  BOOST_TEST(histogram.Max() == 0U);
  BOOST_TEST(histogram.Percentile(50) == 0U);
}

BOOST_AUTO_TEST_CASE(SmallValuesAreExact) {
  std::vector<std::uint64_t> values;
  for (std::uint64_t value = 1; value <= 200; ++value) values.push_back(value);
  const Histogram histogram = Of(values);
  BOOST_TEST(histogram.Percentile(0.5) == 1U);
  BOOST_TEST(histogram.Percentile(50) == 100U);
  BOOST_TEST(histogram.Percentile(99) == 198U);
  BOOST_TEST(histogram.Percentile(100) == 200U);
}

BOOST_AUTO_TEST_CASE(LargeValuesAreWithinOnePercentAndNeverTooSmall) {
  std::mt19937_64 random(kRandomSeed);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t value = random() >> (random() % 60);
    if (value == std::numeric_limits<std::uint64_t>::max()) continue;
    // The larger one keeps Max() from cutting the answer off.
    const Histogram histogram = Of({value, std::numeric_limits<std::uint64_t>::max()});
    const std::uint64_t found = histogram.Percentile(50);
    BOOST_TEST_REQUIRE(found >= value, "seed " << kRandomSeed << ", value " << value);
    BOOST_TEST_REQUIRE(found - value <= value / 100, "seed " << kRandomSeed << ", value " << value);
  }
}

BOOST_AUTO_TEST_CASE(PercentileNeverExceedsTheMaximum) {
  const Histogram histogram = Of({1'000'001});
  BOOST_TEST(histogram.Percentile(99) == 1'000'001U);
}

BOOST_AUTO_TEST_CASE(LargestNumberIsCounted) {
  const Histogram histogram = Of({std::numeric_limits<std::uint64_t>::max()});
  BOOST_TEST(histogram.Percentile(100) == std::numeric_limits<std::uint64_t>::max());
}

BOOST_AUTO_TEST_CASE(MergedIsAsIfRecordedTogether) {
  Histogram merged = Of({10, 20, 30'000});
  merged.Merge(Of({5, 7'000'000}));
  const Histogram together = Of({10, 20, 30'000, 5, 7'000'000});
  BOOST_TEST(merged.Count() == 5U);
  BOOST_TEST(merged.Max() == 7'000'000U);
  for (const double percent : {20.0, 40.0, 60.0, 80.0, 100.0}) {
    BOOST_TEST(merged.Percentile(percent) == together.Percentile(percent));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rowhouse::bench
