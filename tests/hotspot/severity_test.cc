#include "table_service/hotspot/severity.h"

#include <boost/test/unit_test.hpp>
#include <string>

namespace rowhouse {
namespace {

Finding Of(FindingKind kind, double busiest_rate, double table_rate) {
  return {.kind = kind,
          .rate = busiest_rate,
          .headroom = Headroom{.busiest_rate = busiest_rate, .table_rate = table_rate}};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(SeverityTest)

BOOST_AUTO_TEST_CASE(FollowsFromTheHeadroom) {
  struct Case {
    double busiest_rate;
    double table_rate;
    double factor;
    std::string_view severity;
    std::string_view text;
  };
  const Case cases[] = {
      {0.0167, 1.67, 100'000, "note",
       "Busiest partition: 0.02/s of 2,000/s; would throttle from about 100,000 times this load."},
      {0.0001, 0.01, 20'000'000, "note",
       "Busiest partition: under 0.01/s of 2,000/s; would throttle from about 20,000,000 times "
       "this load."},
      {7.25, 20, 300, "note",
       "Busiest partition: 7.2/s of 2,000/s; would throttle from about 300 times this load."},
      {180, 200, 11, "note",
       "Busiest partition: 180/s of 2,000/s; would throttle from about 11 times this load."},
      {199, 200, 10, "warning",
       "Busiest partition: 199/s of 2,000/s; would throttle from about 10 times this load."},
      {1500, 1600, 1.3, "warning",
       "Busiest partition: 1,500/s of 2,000/s; would throttle from about 1.3 times this load."},
      {1990, 2000, 1, "critical", "Busiest partition: 1,990/s of 2,000/s; would throttle now."},
      {9000, 9000, 0.22, "critical", "Busiest partition: 9,000/s of 2,000/s; would throttle now."},
      {100, 16'000, 20, "warning",
       "Busiest partition: 100/s of 2,000/s; would throttle from about 20 times this load. The "
       "whole table: 16,000/s of the 20,000/s of an account."},
      {100, 30'000, 20, "critical",
       "Busiest partition: 100/s of 2,000/s; would throttle from about 20 times this load. The "
       "whole table: 30,000/s of the 20,000/s of an account."},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.busiest_rate) {
      for (const auto kind : {FindingKind::kHotPartition, FindingKind::kMonotonicRowKey}) {
        const Finding finding = Of(kind, c.busiest_rate, c.table_rate);
        BOOST_TEST(LoadFactor(*finding.headroom) == c.factor, boost::test_tools::tolerance(1e-9));
        BOOST_TEST(SeverityName(SeverityOf(finding)) == c.severity);
        BOOST_TEST(HeadroomText(finding) == c.text);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(ATableThatKeepsGrowingAtItsEndIsAWarning) {
  struct Case {
    FindingKind kind;
    double rate;
    std::uint64_t operations;
    std::string_view severity;
  };
  const Case cases[] = {
      {FindingKind::kMonotonicPartitionKey, 2.5, 3000, "warning"},
      {FindingKind::kMonotonicPartitionKey, 2.5, 900, "note"},
      {FindingKind::kMonotonicPartitionKey, 0.02, 3000, "note"},
      {FindingKind::kMonotonicRowKey, 2.5, 3000, "note"},
      {FindingKind::kHotPartition, 2.5, 3000, "note"},
  };
  for (const Case& c : cases) {
    Finding finding = Of(c.kind, c.rate, c.rate);
    finding.operations = c.operations;
    BOOST_TEST(SeverityName(SeverityOf(finding)) == c.severity);
  }
}

BOOST_AUTO_TEST_CASE(AnUnknownRateMayBeAnyRate) {
  const auto name = [](FindingKind kind) { return SeverityName(SeverityOf({.kind = kind})); };
  BOOST_TEST(name(FindingKind::kMonotonicPartitionKey) == "warning");
  BOOST_TEST(name(FindingKind::kHotPartition) == "warning");
  BOOST_TEST(name(FindingKind::kMonotonicRowKey) == "note");
  BOOST_TEST(name(FindingKind::kBigPartition) == "warning");
  BOOST_TEST(HeadroomText({.kind = FindingKind::kHotPartition}) ==
             "The rate is not known; the limit of one partition is 2,000/s.");
  BOOST_TEST(HeadroomText({.kind = FindingKind::kMonotonicPartitionKey}) ==
             "The rate is not known; the limit of the end of the key range is 2,000/s.");
  BOOST_TEST(HeadroomText({.kind = FindingKind::kBigPartition}).empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
