#include "table_service/traffic/activity_grid.h"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <random>

namespace rowhouse {
namespace {

using namespace std::chrono_literals;

const ActivityGrid::Time kBegin = ActivityGrid::Time() + 1000h;

std::uint64_t TotalOf(const ActivityGrid::Picture& picture) {
  std::uint64_t total = 0;
  for (const auto& range : picture.ranges) {
    for (const auto& cell : range.cells) total += cell.Sum();
  }
  return total;
}

std::uint64_t TotalOf(const ActivityGrid::Range& range) {
  std::uint64_t total = 0;
  for (const auto& cell : range.cells) total += cell.Sum();
  return total;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ActivityGridTest)

BOOST_AUTO_TEST_CASE(BeginsWithOneRangeForAllKeys) {
  ActivityGrid grid;
  BOOST_TEST(grid.Show(kBegin).ranges.empty());
  grid.Record("p", "r", true, kBegin);
  grid.Record("p", "s", false, kBegin + 2s);
  const auto picture = grid.Show(kBegin + 3s);
  BOOST_REQUIRE(picture.ranges.size() == 1U);
  BOOST_TEST(picture.ranges[0].partition == "");
  BOOST_REQUIRE(picture.ranges[0].cells.size() == 4U);
  BOOST_TEST(picture.ranges[0].cells[0].writes == 1U);
  BOOST_TEST(picture.ranges[0].cells[2].reads == 1U);
  BOOST_TEST((picture.begin == kBegin && picture.step == 1s));
}

BOOST_AUTO_TEST_CASE(SplitsUntilNoRangeHasMoreThanItsShare) {
  ActivityGrid grid;
  std::mt19937 random(1);
  for (int i = 0; i < 50000; ++i) {
    grid.Record(fmt::format("p{:06}", random() % 100000), "r", true, kBegin + i * 100us);
  }
  const auto picture = grid.Show(kBegin + 5s);
  BOOST_TEST(picture.ranges.size() > 40U);
  BOOST_TEST(TotalOf(picture) == 50000U);
  for (std::size_t i = 0; i < picture.ranges.size(); ++i) {
    BOOST_TEST(TotalOf(picture.ranges[i]) < 50000U / 64 * 3);
    if (i > 0) BOOST_TEST(picture.ranges[i - 1].partition < picture.ranges[i].partition);
  }
}

BOOST_AUTO_TEST_CASE(ShowsAscendingKeysAsADiagonal) {
  ActivityGrid grid;
  for (int i = 0; i < 60000; ++i) {
    grid.Record("p", fmt::format("{:08}", i), true, kBegin + i * 1ms);
  }
  const auto picture = grid.Show(kBegin + 60s);
  BOOST_TEST(picture.ranges.size() > 32U);
  // The last range has all operations of the last second, the first ranges have none of them.
  BOOST_TEST(picture.ranges.back().cells[59].writes +
                 picture.ranges[picture.ranges.size() - 2].cells[59].writes >
             900U);
  for (std::size_t i = 0; i < picture.ranges.size() / 2; ++i) {
    BOOST_TEST(picture.ranges[i].cells[59].writes == 0U);
  }
}

BOOST_AUTO_TEST_CASE(DoublesItsStepsAndThenForgetsTheOldest) {
  ActivityGrid grid;
  for (int second = 0; second < 20000; ++second) {
    grid.Record("p", "r", false, kBegin + second * 1s);
  }
  const auto picture = grid.Show(kBegin + 20000s);
  BOOST_TEST((picture.step == ActivityGrid::kStepMax));
  BOOST_REQUIRE(picture.ranges.size() == 1U);
  BOOST_TEST(picture.ranges[0].cells.size() == ActivityGrid::kColumns);
  BOOST_TEST(TotalOf(picture) > 63U * 64U);
  BOOST_TEST(TotalOf(picture) <= 64U * 64U);
  BOOST_TEST(grid.Show(kBegin + 10000h).ranges.empty());
}

BOOST_AUTO_TEST_CASE(AcceptsTimesThatGoBackAndKeysOfAnyLength) {
  ActivityGrid grid;
  std::mt19937 random(2);
  for (int i = 0; i < 20000; ++i) {
    std::string key(random() % 1000, 'x');
    key += fmt::format("\xF0\x9F\x98\x80{}", random());
    grid.Record(key, key, i % 2 == 0, kBegin - i * 1s);
  }
  const auto picture = grid.Show(kBegin);
  BOOST_TEST(TotalOf(picture) == 20000U);
  BOOST_TEST(picture.ranges.size() <= ActivityGrid::kRangesMax);
  for (const auto& range : picture.ranges) BOOST_TEST(range.partition.size() <= 80U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
