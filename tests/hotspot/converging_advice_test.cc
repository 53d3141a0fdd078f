// Keys that follow the first advice get no advice to change them again.

#include "keys/key_template.h"
#include "table_service/hotspot/table_detector.h"
#include "tests/hotspot/labelled_traces.h"

#include <boost/test/unit_test.hpp>
#include <set>
#include <string>

namespace rowhouse::test {
namespace {

constexpr std::size_t kOperations = 6000;

AccessTime At(double seconds) {
  return AccessTime(std::chrono::seconds(1'772'323'200)) +
         std::chrono::microseconds(static_cast<std::int64_t>(seconds * 1e6));
}

std::vector<Finding> FindingsOf(const std::vector<TraceRow>& rows) {
  TableDetector detector;
  for (const TraceRow& row : rows) {
    detector.Record({.kind = row.kind, .partition_key = row.partition_key, .row_key = row.row_key},
                    At(row.seconds));
  }
  return detector.Findings(At(rows.back().seconds));
}

std::vector<TraceRow> Repartitioned(std::vector<TraceRow> rows, const std::string& text) {
  const auto key = KeyTemplate::Parse(text);
  BOOST_REQUIRE(key.has_value());
  std::uint64_t number = 0;
  for (TraceRow& row : rows) {
    const auto made = key->Apply({.partition_key = row.partition_key,
                                  .row_key = row.row_key,
                                  .property = {},
                                  .random_number = number++ * 0x9E3779B97F4A7C15U});
    BOOST_REQUIRE(made.has_value());
    row.partition_key = *made;
  }
  return rows;
}

void CheckThatItConverges(const TraceKind& kind, std::uint64_t seed) {
  Draw draw(seed);
  const std::vector<TraceRow> rows = kind.make(draw, kOperations);
  std::set<std::string> advised;
  for (const Finding& finding : FindingsOf(rows)) {
    if (!finding.advice.empty()) advised.insert(finding.advice[0].key);
  }
  for (const std::string& key : advised) {
    BOOST_TEST_CONTEXT(kind.name << ", seed " << seed << ", " << key) {
      for (const Finding& after : FindingsOf(Repartitioned(rows, key))) {
        BOOST_TEST((after.severity == Severity::kNote), after.why);
        const bool keeps = after.advice.empty() || after.advice[0].key == "{PartitionKey}";
        BOOST_TEST(keeps, after.advice[0].key << " for a note: " << after.why);
      }
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ConvergingAdviceTest)

BOOST_AUTO_TEST_CASE(AdvisedKeysAreKept) {
  for (const auto& kinds :
       {PartitionKeyTraces(), RowKeyTraces(), HotPartitionTraces(), WriterTraces()}) {
    for (const TraceKind& kind : kinds) {
      CheckThatItConverges(kind, 1);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::test
