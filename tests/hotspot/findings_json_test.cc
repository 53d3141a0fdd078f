#include "table_service/hotspot/findings_json.h"

#include <boost/test/unit_test.hpp>

namespace rowhouse {

BOOST_AUTO_TEST_SUITE(FindingsJsonTest)

BOOST_AUTO_TEST_CASE(FieldsWithoutValueAreAbsent) {
  const AccessTime since = AccessTime() + std::chrono::seconds(1772323200);
  const TableFindings table{"T",
                            7,
                            {Finding{.kind = FindingKind::kMonotonicPartitionKey,
                                     .direction = KeyDirection::kDescending,
                                     .share = 0.98765,
                                     .operations = 6,
                                     .confidence = 0.99999,
                                     .since = since,
                                     .why = "w"}}};
  BOOST_TEST(
      FindingsJson({&table, 1}) ==
      R"({"tables":[{"table":"T","operations":7,"findings":[)"
      R"({"kind":"monotonic-partition-key","direction":"descending","share":0.9877,)"
      R"("operations":6,"severity":"warning","confidence":0.9999,"since":"2026-03-01T00:00:00Z","why":"w",)"
      R"("advice":[]}]}]})");
}

BOOST_AUTO_TEST_CASE(AllFieldsAndEscapes) {
  const TableFindings table{"T",
                            1,
                            {Finding{.kind = FindingKind::kBigPartition,
                                     .partition = "a\"\xc3\xa9\n",
                                     .share = 1,
                                     .rate = 1234.56,
                                     .rows = 10'000'000'000,
                                     .bytes = 3,
                                     .headroom = Headroom{1234.567, 20'000},
                                     .severity = Severity::kCritical,
                                     .advice = {Advice{.key = "{RowKey}",
                                                       .example = "\\",
                                                       .hottest_share = 0.00312,
                                                       .effective_partitions = 311.27,
                                                       .point_read = "p",
                                                       .range_read = "r"}}}}};
  BOOST_TEST(FindingsJson({&table, 1}) ==
             R"({"tables":[{"table":"T","operations":1,"findings":[)"
             R"({"kind":"big-partition","partition":"a\"\u00e9\n","share":1,"rate":1234.6,)"
             R"("rows":10000000000,"bytes":3,"operations":0,"severity":"critical",)"
             R"("headroom":{"busiest_rate":1234.57,"partition_limit":2000,"table_rate":20000,)"
             R"("account_limit":20000,"load_factor":1.6},"confidence":0,)"
             R"("since":"1970-01-01T00:00:00Z","why":"","advice":[{"key":"{RowKey}",)"
             R"("example":"\\","hottest_share":0.0031,"effective_partitions":311.3,)"
             R"("point_read":"p","range_read":"r"}]}]}]})");
}

BOOST_AUTO_TEST_CASE(MapsAreListsOfRangesInOrderOfTime) {
  KeyMap map{.counts = std::vector<std::uint32_t>(KeyMap::kTimes * KeyMap::kRanges)};
  map.counts[1] = 7;
  map.counts[KeyMap::kRanges] = 8;
  const Advice advice{.key = "k", .example = "e", .point_read = "p", .range_read = "r"};
  const TableFindings table{"T", 1, {Finding{.advice = {advice}, .map = map}}};
  const std::string with = FindingsJson({&table, 1}, KeyMaps::kWith);
  BOOST_TEST(with.find(R"("range_read":"r","map":[]}],"map":[[0,7,0,0,0,0,0,0,0,0,0,0,0,0,0,0],)"
                       R"([8,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],[0,)") != std::string::npos,
             with);
  BOOST_TEST(FindingsJson({&table, 1}).find("map") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(ABulkLoadIsCounted) {
  const TableFindings table{"T", 7, {}, 5};
  BOOST_TEST(FindingsJson({&table, 1}) ==
             R"({"tables":[{"table":"T","operations":7,"bulk_load_operations":5,"findings":[]}]})");
}

BOOST_AUTO_TEST_CASE(NoTablesAreAnEmptyList) { BOOST_TEST(FindingsJson({}) == R"({"tables":[]})"); }

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
