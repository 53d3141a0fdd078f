#include "table_service/hotspot/key_map.h"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <numeric>

namespace rowhouse {
namespace {

// How many ranges of each time have operations.
std::vector<std::size_t> RangesInUse(const KeyMap& map) {
  std::vector<std::size_t> in_use(KeyMap::kTimes);
  for (std::size_t at = 0; at < map.counts.size(); ++at) {
    if (map.counts[at] > 0) ++in_use[at / KeyMap::kRanges];
  }
  return in_use;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(KeyMapTest)

BOOST_AUTO_TEST_CASE(NoKeysHaveNoMap) { BOOST_TEST(MapOf({}).counts.empty()); }

BOOST_AUTO_TEST_CASE(KeysInOrderOfArrivalAreADiagonal) {
  std::vector<std::string> keys;
  for (int i = 0; i < 2400; ++i) keys.push_back(fmt::format("{:06}", i));
  const KeyMap map = MapOf(keys);
  BOOST_TEST(std::accumulate(map.counts.begin(), map.counts.end(), 0U) == 2400U);
  for (std::size_t time = 0; time < KeyMap::kTimes; ++time) {
    const std::size_t range = time * KeyMap::kRanges / KeyMap::kTimes;
    BOOST_TEST(map.counts[time * KeyMap::kRanges + range] > 0U, time);
    BOOST_TEST(RangesInUse(map)[time] <= 2U, time);
  }
}

BOOST_AUTO_TEST_CASE(KeysThatSpreadAreEverywhere) {
  std::vector<std::string> keys;
  for (unsigned i = 0; i < 2400; ++i) keys.push_back(fmt::format("{:04}", i * 7919U % 2400U));
  for (const std::size_t ranges : RangesInUse(MapOf(keys))) BOOST_TEST(ranges == KeyMap::kRanges);
}

BOOST_AUTO_TEST_CASE(OneKeyIsALineAlongTheTime) {
  const KeyMap map = MapOf(std::vector<std::string>(2400, "k"));
  for (std::size_t time = 0; time < KeyMap::kTimes; ++time) {
    BOOST_TEST(map.counts[time * KeyMap::kRanges] == 100U, time);
  }
}

BOOST_AUTO_TEST_CASE(FewKeysLeaveTimesEmpty) {
  const KeyMap map = MapOf({"b", "a"});
  BOOST_TEST(std::accumulate(map.counts.begin(), map.counts.end(), 0U) == 2U);
  BOOST_TEST(map.counts[KeyMap::kRanges / 2] == 1U);
  BOOST_TEST(map.counts[(KeyMap::kTimes / 2) * KeyMap::kRanges] == 1U);
}

// U+FF5E comes before U+10000 in bytes of UTF-8, and after it in the service's order.
BOOST_AUTO_TEST_CASE(TheOrderIsThatOfTheService) {
  const KeyMap map = MapOf({"\xef\xbd\x9e", "\xf0\x90\x80\x80"});
  BOOST_TEST(map.counts[KeyMap::kRanges / 2] == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
