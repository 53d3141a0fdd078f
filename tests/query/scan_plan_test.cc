#include "query/scan_plan.h"

#include "entity/limits.h"
#include "entity/stored_properties.h"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {
namespace {

std::string Explained(std::string_view text) {
  const Result<Filter> filter = ParseFilter(text);
  BOOST_REQUIRE_MESSAGE(filter.has_value(), text);
  return Explain(PlanScan(filter->get()));
}

struct Case {
  std::string_view filter;
  std::string_view plan;
};

template <std::size_t kCount>
void Check(const Case (&cases)[kCount]) {
  for (const Case& test : cases) {
    BOOST_TEST(Explained(test.filter) == test.plan, test.filter << "\n" << Explained(test.filter));
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(PlanScanTest)

BOOST_AUTO_TEST_CASE(KeyComparisonsBecomeRanges) {
  Check({
      {"", "all partitions, all rows\n"},
      {"PartitionKey eq 'p' and RowKey eq 'r'", "partition 'p', row 'r'\n"},
      {"PartitionKey eq 'p'", "partition 'p', all rows\n"},
      {"PartitionKey eq 'o''neil'", "partition 'o''neil', all rows\n"},
      {"PartitionKey eq ''", "partition '', all rows\n"},
      {"PartitionKey ge 'a' and PartitionKey lt 'c'", "partitions ['a', 'c'), all rows\n"},
      {"PartitionKey gt 'a' and PartitionKey le 'c'", "partitions ('a', 'c'], all rows\n"},
      {"PartitionKey gt 'a'", "partitions ('a', end), all rows\n"},
      {"PartitionKey lt 'a'", "partitions ['', 'a'), all rows\n"},
      {"PartitionKey gt ''", "partitions ('', end), all rows\n"},
      {"PartitionKey ge ''", "all partitions, all rows\n"},
      {"PartitionKey le ''", "partition '', all rows\n"},
      {"PartitionKey ne 'b'", "partitions ['', 'b'), all rows\npartitions ('b', end), all rows\n"},
      {"PartitionKey ne ''", "partitions ('', end), all rows\n"},
      {"PartitionKey eq 'p' and RowKey ge 'a' and RowKey lt 'c'",
       "partition 'p', rows ['a', 'c')\n"},
      {"PartitionKey eq 'p' and RowKey ne 'x'",
       "partition 'p', rows ['', 'x')\npartition 'p', rows ('x', end)\n"},
      {"RowKey eq 'r'", "all partitions, row 'r'\n"},
      {"RowKey ge 'a' and RowKey lt 'c'", "all partitions, rows ['a', 'c')\n"},
      {"PartitionKey gt 'a' and RowKey eq 'r'", "partitions ('a', end), row 'r'\n"},
  });
}

BOOST_AUTO_TEST_CASE(AlternativesAreSortedAndDoNotOverlap) {
  Check({
      {"PartitionKey eq 'b' or PartitionKey eq 'a' or PartitionKey eq 'b'",
       "partition 'a', all rows\npartition 'b', all rows\n"},
      {"PartitionKey lt 'c' or PartitionKey gt 'b'", "all partitions, all rows\n"},
      {"PartitionKey lt 'b' or PartitionKey eq 'b'", "partitions ['', 'b'], all rows\n"},
      {"PartitionKey eq 'p' and (RowKey eq 'b' or RowKey eq 'a')",
       "partition 'p', row 'a'\npartition 'p', row 'b'\n"},
      {"(PartitionKey gt 'a') or (PartitionKey eq 'a' and RowKey gt 'x')",
       "partition 'a', rows ('x', end)\npartitions ('a', end), all rows\n"},
      {"(PartitionKey eq 'b' and RowKey lt 'y') or (PartitionKey gt 'a' and RowKey lt 'c')",
       "partitions ('a', 'b'), rows ['', 'c')\npartition 'b', rows ['', 'y')\n"
       "partitions ('b', end), rows ['', 'c')\n"},
      {"PartitionKey eq 'p' and (RowKey lt 'm' or RowKey gt 'c')", "partition 'p', all rows\n"},
  });
}

BOOST_AUTO_TEST_CASE(NegationsAreAnsweredByTheOrderToo) {
  Check({
      {"not (PartitionKey eq 'b')",
       "partitions ['', 'b'), all rows\npartitions ('b', end), all rows\n"},
      {"not (PartitionKey lt 'b' or PartitionKey gt 'c')", "partitions ['b', 'c'], all rows\n"},
      {"not (PartitionKey ge 'b' and true)", "partitions ['', 'b'), all rows\n"},
      {"not not (RowKey le 'b')", "all partitions, rows ['', 'b']\n"},
      {"PartitionKey eq 'p' and not (RowKey gt 'b')", "partition 'p', rows ['', 'b']\n"},
  });
}

BOOST_AUTO_TEST_CASE(ConstantConditionsDisappear) {
  Check({
      {"false", "nothing\n"},
      {"true", "all partitions, all rows\n"},
      {"PartitionKey eq 'a' and PartitionKey eq 'b'", "nothing\n"},
      {"PartitionKey lt ''", "nothing\n"},
      {"PartitionKey gt 'b' and PartitionKey lt 'a' and A eq 1", "nothing\n"},
      {"A eq 1 or true", "all partitions, all rows\n"},
      {"A eq 1 and (false or PartitionKey eq 'p')", "partition 'p', all rows\nthen A eq 1\n"},
      {"false or A eq 1", "all partitions, all rows\nthen A eq 1\n"},
      {"A eq 1 and false", "nothing\n"},
  });
}

BOOST_AUTO_TEST_CASE(ResidualHoldsOnlyWhatTheRangesDoNotAnswer) {
  Check({
      {"PartitionKey eq 'p' and Age gt 30", "partition 'p', all rows\nthen Age gt 30\n"},
      {"Age gt 30 and RowKey lt 'r' and PartitionKey eq 'p' and Flag",
       "partition 'p', rows ['', 'r')\nthen (Age gt 30 and Flag)\n"},
      {"Age gt 30", "all partitions, all rows\nthen Age gt 30\n"},
      {"Timestamp gt datetime'2026-01-01T00:00:00Z'",
       "all partitions, all rows\nthen Timestamp gt datetime'2026-01-01T00:00:00Z'\n"},
      {"PartitionKey eq 'p' or Age eq 1",
       "all partitions, all rows\nthen (PartitionKey eq 'p' or Age eq 1)\n"},
      {"PartitionKey eq 'p' and (RowKey eq 'a' and A eq 1 or RowKey eq 'b' and A eq 2)",
       "partition 'p', row 'a'\npartition 'p', row 'b'\n"
       "then ((RowKey eq 'a' and A eq 1) or (RowKey eq 'b' and A eq 2))\n"},
      {"PartitionKey eq 'p' and not (A eq 1 or RowKey eq 'b')",
       "partition 'p', rows ['', 'b')\npartition 'p', rows ('b', end)\nthen not (A eq 1)\n"},
      {"not (PartitionKey eq 'p' and A eq 1)",
       "all partitions, all rows\nthen not (PartitionKey eq 'p' and A eq 1)\n"},
  });
}

BOOST_AUTO_TEST_CASE(SeveralRowIntervalsOfManyPartitionsBecomeOne) {
  Check({
      {"RowKey eq 'a' or RowKey eq 'c'",
       "all partitions, rows ['a', 'c']\nthen (RowKey eq 'a' or RowKey eq 'c')\n"},
      {"PartitionKey gt 'p' and RowKey ne 'a'",
       "partitions ('p', end), all rows\nthen (PartitionKey gt 'p' and RowKey ne 'a')\n"},
  });
}

BOOST_AUTO_TEST_CASE(OrderIsThatOfUtf16Units) {
  // U+1F600 comes before U+FF5E.
  Check({{"PartitionKey gt '\uFF5E' and PartitionKey lt '\U0001F600'", "nothing\n"},
         {"PartitionKey eq '\uFF5E' or PartitionKey eq '\U0001F600'",
          "partition '\U0001F600', all rows\npartition '\uFF5E', all rows\n"}});
}

BOOST_AUTO_TEST_CASE(SixtyPairsUnderOnePartitionBecomeSixtyPoints) {
  std::vector<std::string> pairs;
  pairs.reserve(60);
  for (int i = 0; i < 60; ++i) {
    pairs.push_back(fmt::format("((RowKey eq 'user_{0}') and (Id eq 'a{0}'))", i));
  }
  const Result<Filter> parsed =
      ParseFilter(fmt::format("PartitionKey eq 'p' and ({})", fmt::join(pairs, " or ")));
  BOOST_REQUIRE((parsed && *parsed));
  const ScanPlan plan = PlanScan(parsed->get());
  BOOST_TEST(plan.ranges.size() == 60U);
  for (const ScanRange& range : plan.ranges) {
    BOOST_TEST(range.rows.IsPoint());
    BOOST_TEST(range.partitions.low == "p");
  }
  BOOST_TEST((plan.residual != nullptr));
}

BOOST_AUTO_TEST_CASE(TooManyRangesAreWidenedAndTested) {
  const auto any_of = [](std::string_view key, int count) {
    std::vector<std::string> points;
    points.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
      points.push_back(fmt::format("{} eq '{}'", key, 1000 + i));
    }
    return fmt::format("({})", fmt::join(points, " or "));
  };
  const std::string rows = any_of("RowKey", 200);
  const std::string partitions = any_of("PartitionKey", 200);
  for (const std::string& text :
       {any_of("PartitionKey", 1100), fmt::format("{} and {}", partitions, rows),
        fmt::format("{} and A eq 1 and {}", rows, partitions)}) {
    const Result<Filter> filter = ParseFilter(text);
    BOOST_REQUIRE((filter && *filter));
    const ScanPlan plan = PlanScan(filter->get());
    BOOST_TEST(plan.ranges.size() < 2000U);
    BOOST_TEST(!plan.ranges.empty());
    BOOST_TEST((plan.residual != nullptr));
  }
}

BOOST_AUTO_TEST_CASE(DeepestFilterIsPlannedAndTested) {
  const std::size_t depth = limits::kFilterDepthMax - 3;
  std::string text = "A eq 1";
  for (std::size_t i = 0; i < depth; ++i) {
    text.insert(0, i % 2 == 0 ? "(RowKey gt 'a' and " : "(PartitionKey eq 'p' or ");
    text += ')';
  }
  const Result<Filter> filter = ParseFilter(text);
  BOOST_REQUIRE((filter && *filter));
  const ScanPlan plan = PlanScan(filter->get());
  BOOST_TEST((plan.residual != nullptr));
  const std::string properties = EncodeProperties(std::vector<Property>{{"A", std::int32_t{1}}});
  const StoredEntity inside{"p", "b", {}, properties};
  const StoredEntity outside{"p", "a", {}, properties};
  BOOST_TEST(RowTest(filter->get()).Matches(inside));
  BOOST_TEST(!RowTest(filter->get()).Matches(outside));
  BOOST_TEST(RowTest(plan.residual.get()).Matches(inside));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
