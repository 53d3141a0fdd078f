#include "table_service/hotspot/key_spread.h"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <random>

namespace rowhouse {
namespace {

template <class Make>
std::vector<std::string> Keys(std::size_t count, Make make) {
  std::vector<std::string> keys;
  for (std::size_t i = 0; i < count; ++i) keys.push_back(make(i));
  return keys;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(KeySpreadTest)

BOOST_AUTO_TEST_CASE(OnePartitionIsAll) {
  const KeySpread spread = MeasureSpread(Keys(3000, [](std::size_t) { return "k"; }));
  BOOST_TEST(spread.hottest_share == 1);
  BOOST_TEST(spread.effective_partitions == 1, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(spread.partitions == 1U);
}

BOOST_AUTO_TEST_CASE(NoKeysAreNotSpread) { BOOST_TEST(MeasureSpread({}).hottest_share == 1); }

BOOST_AUTO_TEST_CASE(EqualPartitionsCountFully) {
  const KeySpread spread =
      MeasureSpread(Keys(5000, [](std::size_t i) { return std::string(1, char('0' + i % 50)); }));
  BOOST_TEST(spread.effective_partitions == 50, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(spread.hottest_share <= 0.04);
}

BOOST_AUTO_TEST_CASE(SequenceStaysInFewRanges) {
  // 6,000 keys: a window of 1,000 covers a sixth of them.
  const auto spread =
      MeasureSpread(Keys(6000, [](std::size_t i) { return fmt::format("{:010}", i); }));
  BOOST_TEST(spread.hottest_share > 0.09);
  BOOST_TEST(spread.partitions == 6000U);
}

BOOST_AUTO_TEST_CASE(SuffixesDoNotLeaveTheRangeOfADay) {
  const auto keys = Keys(20000, [](std::size_t i) {
    return fmt::format("2026-03-{:02}.{:03}", 1 + i / 1000, i * 7919 % 400);
  });
  BOOST_TEST(MeasureSpread(keys).hottest_share > 0.2);
}

BOOST_AUTO_TEST_CASE(LeadingDigitsAreClustered) {
  std::mt19937_64 random(1);
  const auto in_digits =
      Keys(5000, [&](std::size_t i) { return fmt::format("{:02x}-{}", random() % 256, i); });
  BOOST_TEST(MeasureSpread(in_digits).hottest_share > 0.05);
  const auto in_letters = Keys(5000, [&](std::size_t i) {
    return fmt::format("{}-{}",
                       "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[random() % 52], i);
  });
  BOOST_TEST(MeasureSpread(in_letters).hottest_share <= 0.05);
}

BOOST_AUTO_TEST_CASE(FewOperationsAreEstimatedCautiously) {
  std::mt19937_64 random(1);
  for (const std::size_t count : {30U, 100U, 300U, 700U}) {
    const auto keys = Keys(
        count, [&](std::size_t i) { return fmt::format("{}{}", char('A' + random() % 26), i); });
    BOOST_TEST(MeasureSpread(keys).hottest_share < 0.07, count);
  }
  BOOST_TEST(MeasureSpread(Keys(30, [](std::size_t i) {
               return i < 20 ? "a" : "b";
             })).hottest_share > 0.5);
}

BOOST_AUTO_TEST_CASE(TheWorstWindowCounts) {
  std::mt19937_64 random(1);
  const auto keys = Keys(5000, [&](std::size_t i) {
    return i / 1000 == 2 && i % 2 == 0 ? std::string("hot") : fmt::format("{:016x}", random());
  });
  BOOST_TEST(MeasureSpread(keys).hottest_share >= 0.5);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
