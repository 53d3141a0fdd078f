#include "cli/transfer/key_ranges.h"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <set>
#include <string>

namespace rowhouse::cli {

namespace {

using Keys = std::set<std::string>;

std::vector<TextRange> Split(const Keys& keys, std::size_t ranges_max,
                             std::size_t* probes = nullptr) {
  return SplitKeys(
      [&keys, probes](const std::string& from) -> std::optional<std::string> {
        if (probes != nullptr) ++*probes;
        const auto found = keys.lower_bound(from);
        if (found == keys.end()) return std::nullopt;
        return *found;
      },
      ranges_max);
}

// Each key lies in exactly one range, and the ranges follow one another.
void CheckCovered(const std::vector<TextRange>& ranges) {
  BOOST_TEST_REQUIRE(!ranges.empty());
  BOOST_TEST(ranges.front().from.empty());
  BOOST_TEST(ranges.back().to.empty());
  for (std::size_t place = 1; place < ranges.size(); ++place) {
    BOOST_TEST(ranges[place].from == ranges[place - 1].to);
    BOOST_TEST(ranges[place].from > ranges[place - 1].from);
  }
}

Keys Numbered(const char* form, int count) {
  Keys keys;
  for (int number = 0; number < count; ++number)
    keys.insert(fmt::format(fmt::runtime(form), number));
  return keys;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(KeyRangesTest)

BOOST_AUTO_TEST_CASE(FewKeysAreOneRange) {
  BOOST_TEST(Split({}, 8).size() == 1U);
  BOOST_TEST(Split({"only"}, 8).size() == 1U);
  BOOST_TEST(Split({"a", "b"}, 1).size() == 1U);
}

BOOST_AUTO_TEST_CASE(CutsBehindWhatAllKeysHaveInCommon) {
  std::size_t probes = 0;
  const auto ranges = Split(Numbered("customer-europe-{:05}", 10'000), 8, &probes);
  CheckCovered(ranges);
  BOOST_TEST(ranges.size() >= 4U);
  BOOST_TEST(ranges.size() <= 8U);
  BOOST_TEST(probes <= kProbesMax);
}

BOOST_AUTO_TEST_CASE(OddKeysAreCovered) {
  for (const Keys& keys :
       {Keys{"", "a", "ab", "abc", "b"}, Keys{"é", "ü", "日", "\xf0\x9f\x98\x80"},
        Numbered("{}", 500), Numbered("x{}", 2)}) {
    CheckCovered(Split(keys, 16));
  }
}

BOOST_AUTO_TEST_CASE(RangesSurviveTheirText) {
  for (const KeyRange& range : {KeyRange{}, KeyRange{std::nullopt, {"a,b %", "ü"}},
                                KeyRange{"p=,", {"", "r"}}, KeyRange{"", {}}}) {
    const auto read = KeyRange::FromString(range.ToString());
    BOOST_TEST_REQUIRE(read.has_value());
    BOOST_TEST((*read == range));
  }
  BOOST_TEST(!KeyRange::FromString("").has_value());
  BOOST_TEST(!KeyRange::FromString("*,x").has_value());
}

BOOST_AUTO_TEST_CASE(FiltersGoOnBehindAKey) {
  const KeyRange range{std::nullopt, {"b", "d"}};
  BOOST_TEST(FiltersOf(range, std::nullopt).front().ToString() ==
             "PartitionKey ge 'b' and PartitionKey lt 'd'");
  const auto rest = FiltersOf(range, tables::EntityKey{"b'", "r"});
  BOOST_TEST_REQUIRE(rest.size() == 2U);
  BOOST_TEST(rest[0].ToString() == "PartitionKey eq 'b''' and RowKey gt 'r'");
  BOOST_TEST(rest[1].ToString() == "PartitionKey gt 'b''' and PartitionKey lt 'd'");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::cli
