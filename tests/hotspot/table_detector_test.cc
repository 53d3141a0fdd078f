// The detector's findings on traces with known labels.

#include "table_service/hotspot/table_detector.h"

#include "tests/hotspot/labelled_traces.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <set>
#include <string>

namespace rowhouse::test {
namespace {

constexpr std::size_t kRelevantMax = 1000;  // operations until the finding
constexpr std::size_t kCheckEvery = 50;

struct Found {
  std::optional<KeyDirection> partition_key = {};
  std::optional<KeyDirection> row_key = {};
  std::vector<std::string> hot = {};
};

Found FindingsOf(const TableDetector& detector, AccessTime now) {
  Found found;
  for (const Finding& finding : detector.FindingsWithoutAdvice(now)) {
    if (finding.kind == FindingKind::kMonotonicPartitionKey)
      found.partition_key = finding.direction;
    if (finding.kind == FindingKind::kMonotonicRowKey) found.row_key = finding.direction;
    if (finding.kind == FindingKind::kHotPartition) found.hot.push_back(*finding.partition);
  }
  return found;
}

std::string Text(const std::optional<KeyDirection>& direction) {
  if (!direction) return "none";
  return *direction == KeyDirection::kAscending ? "ascending" : "descending";
}

struct Outcome {
  Found last = {};
  // Number of inserts before the final finding.
  std::size_t partition_key_after = 0;
  std::size_t row_key_after = 0;  // only inserts into existing partitions
};

AccessTime At(double seconds) {
  return AccessTime(std::chrono::seconds(1'772'323'200)) +
         std::chrono::microseconds(static_cast<std::int64_t>(seconds * 1e6));
}

Outcome Replay(TableDetector& detector, const std::vector<TraceRow>& rows) {
  Outcome outcome;
  std::size_t inserts = 0;
  std::size_t later_rows = 0;
  std::set<std::string> partitions;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const TraceRow& row = rows[i];
    detector.Record({.kind = row.kind,
                     .partition_key = row.partition_key,
                     .row_key = row.row_key,
                     .bytes = 1000},
                    At(row.seconds));
    if (row.kind <= AccessKind::kUpsert) {
      ++inserts;
      if (!partitions.insert(row.partition_key).second) ++later_rows;
    }
    if (i % kCheckEvery != 0 && i + 1 != rows.size()) continue;
    Found now = FindingsOf(detector, At(row.seconds));
    if (now.partition_key != outcome.last.partition_key) outcome.partition_key_after = inserts;
    if (now.row_key != outcome.last.row_key) outcome.row_key_after = later_rows;
    outcome.last = std::move(now);
  }
  return outcome;
}

void CheckTrace(const TraceKind& kind, std::uint64_t seed, std::size_t count) {
  BOOST_TEST_CONTEXT(kind.name << ", seed " << seed << ", " << count << " operations") {
    Draw draw(seed);
    TableDetector detector;
    const Outcome outcome = Replay(detector, kind.make(draw, count));
    BOOST_TEST(Text(outcome.last.partition_key) == Text(kind.partition_key));
    BOOST_TEST(Text(outcome.last.row_key) == Text(kind.row_key));
    // For the trace that changes half-way, the limit counts from there.
    const std::size_t begin = kind.name.starts_with("random, then") ? count / 2 : 0;
    if (kind.partition_key) BOOST_TEST(outcome.partition_key_after <= begin + kRelevantMax);
    if (kind.row_key) BOOST_TEST(outcome.row_key_after <= kRelevantMax);
    if (kind.hot) {
      auto hot = outcome.last.hot;
      std::sort(hot.begin(), hot.end());
      BOOST_TEST(hot == *kind.hot, boost::test_tools::per_element());
    }
    BOOST_TEST(detector.Bytes() <= TableDetector::kBytesMax);
  }
}

void CheckTraces(const std::vector<TraceKind>& kinds) {
  for (const TraceKind& kind : kinds) {
    for (const std::uint64_t seed : {1U, 2U}) CheckTrace(kind, seed, 6000);
    CheckTrace(kind, 4, 2500);
    CheckTrace(kind, 5, 12'000);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(TableDetectorTest)

BOOST_AUTO_TEST_CASE(DistinguishesOrderedPartitionKeys) { CheckTraces(PartitionKeyTraces()); }

BOOST_AUTO_TEST_CASE(DistinguishesOrderedRowKeys) { CheckTraces(RowKeyTraces()); }

BOOST_AUTO_TEST_CASE(DistinguishesStreamsByTheirWriters) { CheckTraces(WriterTraces()); }

BOOST_AUTO_TEST_CASE(FindsHotPartitionsAndNoOthers) { CheckTraces(HotPartitionTraces()); }

BOOST_AUTO_TEST_CASE(FindsNothingInFewOperations) {
  TableDetector detector;
  for (std::uint64_t i = 0; i < 60; ++i) {
    detector.Record({.kind = AccessKind::kInsert, .partition_key = Padded(i, 6), .row_key = "r"},
                    At(static_cast<double>(i)));
  }
  BOOST_TEST(detector.Findings(At(60)).empty());
  BOOST_TEST(detector.Operations() == 60);
}

BOOST_AUTO_TEST_CASE(FindingCarriesItsEvidence) {
  TableDetector detector;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const std::string key = Padded(i, 6);
    detector.Record({.kind = AccessKind::kInsert, .partition_key = key, .row_key = key},
                    At(static_cast<double>(i) / 100));
  }
  const auto findings = detector.Findings(At(20));
  BOOST_REQUIRE(findings.size() == 1);
  const Finding& finding = findings.front();
  BOOST_TEST((finding.kind == FindingKind::kMonotonicPartitionKey));
  BOOST_TEST(*finding.share > 0.99);
  BOOST_TEST(*finding.rate == 100, boost::test_tools::tolerance(0.05));
  BOOST_TEST(finding.operations > 1990);
  BOOST_TEST(finding.confidence > 0.99);
  BOOST_TEST((finding.since < At(1)));
  BOOST_TEST(finding.why.find("100 %") != std::string::npos);
  BOOST_TEST(finding.headroom->busiest_rate == 100, boost::test_tools::tolerance(0.05));
  BOOST_TEST(finding.headroom->table_rate == 100, boost::test_tools::tolerance(0.05));
  BOOST_TEST((finding.severity == Severity::kWarning));  // it goes on and on
  BOOST_TEST(finding.why.find("End of the key range: ") != std::string::npos);
  BOOST_TEST(!finding.advice.empty());
}

BOOST_AUTO_TEST_CASE(FindingClearsWhenThePatternStops) {
  TableDetector detector;
  Draw draw(7);
  for (std::uint64_t i = 0; i < 3000; ++i) {
    const std::string key = i < 1000 ? Padded(i, 9) : Padded(draw.Below(999'999'999), 9);
    detector.Record({.kind = AccessKind::kInsert, .partition_key = key, .row_key = "r"},
                    At(static_cast<double>(i)));
    if (i == 999) BOOST_TEST(detector.FindingsWithoutAdvice(At(1000)).size() == 1);
  }
  BOOST_TEST(detector.FindingsWithoutAdvice(At(3000)).empty());
}

BOOST_AUTO_TEST_CASE(FindingClearsSoonWhenLaterKeysAreBeyondTheOldOnes) {
  TableDetector detector;
  Draw draw(7);
  for (std::uint64_t i = 0; i < 3000; ++i) {
    const std::string key = "1" + Padded(i, 9);
    detector.Record({.kind = AccessKind::kInsert, .partition_key = key, .row_key = "r"},
                    At(static_cast<double>(i)));
  }
  BOOST_TEST(detector.FindingsWithoutAdvice(At(3000)).size() == 1);
  for (std::uint64_t i = 3000; i < 3600; ++i) {
    const std::string key = "2" + Padded(draw.Below(999'999'999), 9);
    detector.Record({.kind = AccessKind::kInsert, .partition_key = key, .row_key = "r"},
                    At(static_cast<double>(i)));
  }
  BOOST_TEST(detector.FindingsWithoutAdvice(At(3600)).empty());
}

BOOST_AUTO_TEST_CASE(ReadsOfMissingKeysHideNothing) {
  TableDetector detector;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const std::string stranger = "z" + Padded(i, 9);
    detector.Record(
        {.kind = AccessKind::kRead, .partition_key = stranger, .row_key = "r", .found = false},
        At(static_cast<double>(i)));
    const std::string key = "o" + Padded(i, 9);
    detector.Record({.kind = AccessKind::kInsert, .partition_key = key, .row_key = "r"},
                    At(static_cast<double>(i)));
  }
  const auto found = FindingsOf(detector, At(2000));
  BOOST_TEST(Text(found.partition_key) == "ascending");
}

// The findings about `count` inserts, each `step` seconds after the one before.
template <typename Fill>
std::vector<Finding> FindingsOfInserts(std::uint64_t count, double step, Fill fill) {
  TableDetector detector;
  for (std::uint64_t i = 0; i < count; ++i) {
    TraceRow row;
    fill(i, row);
    detector.Record(
        {.kind = AccessKind::kInsert, .partition_key = row.partition_key, .row_key = row.row_key},
        At(static_cast<double>(i) * step));
  }
  return detector.FindingsWithoutAdvice(At(static_cast<double>(count) * step));
}

BOOST_AUTO_TEST_CASE(SlowLoadsAreNotes) {
  // A hundred devices write a reading a minute each, in order of time.
  const auto devices = FindingsOfInserts(6000, 0.6, [](std::uint64_t i, TraceRow& row) {
    row.partition_key = "device-" + Padded(i % 100, 3);
    row.row_key = Padded(i, 9);
  });
  BOOST_REQUIRE(devices.size() == 1U);
  BOOST_TEST((devices[0].kind == FindingKind::kMonotonicRowKey));
  BOOST_TEST((devices[0].severity == Severity::kNote));
  BOOST_TEST(devices[0].headroom->busiest_rate == 1.0 / 60, boost::test_tools::tolerance(0.3));
  BOOST_TEST(devices[0].why.find("0.02/s of 2,000/s; would throttle from about 1") !=
             std::string::npos);

  const auto one_a_minute = FindingsOfInserts(
      3000, 60, [](std::uint64_t i, TraceRow& row) { row.partition_key = Padded(i, 9); });
  BOOST_REQUIRE(one_a_minute.size() == 1U);
  BOOST_TEST((one_a_minute[0].severity == Severity::kNote));
}

BOOST_AUTO_TEST_CASE(FastLoadsAreWarnings) {
  struct Case {
    std::uint64_t count;
    double rate;
    Severity severity;
  };
  const Case cases[] = {
      {3000, 50, Severity::kNote},
      {6000, 500, Severity::kWarning},
      {30'000, 3000, Severity::kCritical},
      {300, 3000, Severity::kNote},  // a tenth of a second
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.count << " at " << c.rate) {
      const auto findings =
          FindingsOfInserts(c.count, 1 / c.rate, [](std::uint64_t i, TraceRow& row) {
            row.partition_key = "one";
            row.row_key = std::to_string(i * 7919 % 1'000'003);
          });
      BOOST_REQUIRE(findings.size() == 1U);
      BOOST_TEST((findings[0].severity == c.severity));
      BOOST_TEST(findings[0].headroom.has_value());
    }
  }
}

BOOST_AUTO_TEST_CASE(APauseMakesNoFindingLessSerious) {
  TableDetector detector;
  for (std::uint64_t i = 0; i < 6000; ++i) {
    detector.Record({.kind = AccessKind::kInsert,
                     .partition_key = "one",
                     .row_key = std::to_string(i * 7919 % 1'000'003)},
                    At(static_cast<double>(i) / 500));
  }
  const auto at_once = detector.FindingsWithoutAdvice(At(12));
  const auto later = detector.FindingsWithoutAdvice(At(12 + 1800));
  BOOST_REQUIRE(at_once.size() == 1U);
  BOOST_REQUIRE(later.size() == 1U);
  BOOST_TEST((at_once[0].severity == Severity::kWarning));
  BOOST_TEST((later[0].severity == Severity::kWarning));
  BOOST_TEST(later[0].why == at_once[0].why);
}

BOOST_AUTO_TEST_CASE(BulkLoadsAreNoTraffic) {
  TableDetector detector;
  for (std::uint64_t i = 0; i < 3000; ++i) {
    const std::string partition = "k" + Padded(i / 100, 6);
    detector.Record({.kind = AccessKind::kInsert,
                     .partition_key = partition,
                     .row_key = Padded(i, 9),
                     .bulk_load = true},
                    At(static_cast<double>(i)));
  }
  BOOST_TEST(detector.FindingsWithoutAdvice(At(3000)).empty());
  BOOST_TEST(detector.Operations() == 3000U);
  BOOST_TEST(detector.BulkLoadOperations() == 3000U);
  // What comes afterwards is compared with the loaded keys: these do not lie at an end of them.
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const std::string key = "k000010." + Padded(i, 6);
    detector.Record({.kind = AccessKind::kInsert, .partition_key = key, .row_key = "r"},
                    At(static_cast<double>(3000 + i)));
  }
  BOOST_TEST(Text(FindingsOf(detector, At(4000)).partition_key) == "none");
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const std::string key = "m" + Padded(i, 6);
    detector.Record({.kind = AccessKind::kInsert, .partition_key = key, .row_key = "r"},
                    At(static_cast<double>(4000 + i)));
  }
  BOOST_TEST(Text(FindingsOf(detector, At(5000)).partition_key) == "ascending");
}

BOOST_AUTO_TEST_CASE(FindingPersists) {
  // Seconds followed by a random tail: within a second keys arrive in any order.
  Draw draw(3);
  TableDetector detector;
  std::size_t changes = 0;
  bool last = false;
  for (std::size_t i = 0; i < 12'000; ++i) {
    const double seconds = draw.NextTime();
    const std::string key = Stamp(seconds, "%H%M%S") + draw.Hex(20);
    detector.Record({.kind = AccessKind::kInsert, .partition_key = key, .row_key = "r"},
                    At(seconds));
    if (i % 25 != 0) continue;
    const bool found = !detector.FindingsWithoutAdvice(At(seconds)).empty();
    if (found != last) ++changes;
    last = found;
  }
  BOOST_TEST(last);
  BOOST_TEST(changes == 1U);
}

BOOST_AUTO_TEST_CASE(SustainedHighRateIsHotAtASmallShare) {
  TableDetector detector;
  double time = 0;
  for (std::uint64_t i = 0; i < 15 * 20'000; ++i) {
    const bool is_fast = i % 10 == 0;  // 2,000 of 20,000 per second
    detector.Record({.kind = AccessKind::kUpdate,
                     .partition_key = is_fast ? "fast" : "p" + std::to_string(i % 400),
                     .row_key = "r"},
                    At(time));
    time += 1.0 / 20'000;
  }
  const auto findings = detector.FindingsWithoutAdvice(At(time));
  BOOST_REQUIRE(findings.size() == 1);
  BOOST_TEST(*findings.front().partition == "fast");
  BOOST_TEST(*findings.front().rate > 1900);
}

BOOST_AUTO_TEST_CASE(BigPartitionIsReportedWithItsSize) {
  TableDetector detector({.big_rows = 1000});
  detector.RecordSize("small", 10, 1000, At(0));
  detector.RecordSize("large", 1000, std::uint64_t{2} << 30U, At(0));
  detector.RecordSize("large", 2000, std::uint64_t{3} << 30U, At(86'400));
  const auto findings = detector.FindingsWithoutAdvice(At(86'400));
  BOOST_REQUIRE(findings.size() == 1);
  BOOST_TEST((findings.front().kind == FindingKind::kBigPartition));
  BOOST_TEST(*findings.front().partition == "large");
  BOOST_TEST(*findings.front().rows == 2000);
  BOOST_TEST(findings.front().why.find("grows by 1.00 GiB a day") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(MemoryIsBoundedForAnyKeys) {
  Draw draw(8);
  TableDetector detector;
  const std::string properties(1024, 'x');
  for (std::uint64_t i = 0; i < 60'000; ++i) {
    std::string partition = draw.Hex(8);
    std::string row = draw.Hex(8);
    while (partition.size() < 3000) partition += "\xE2\x82\xAC";
    while (row.size() < 3000) row += "\xE2\x82\xAC";
    if (i % 3 == 0) partition = "p" + std::to_string(i % 600) + partition.substr(8);
    detector.Record({.kind = i % 5 == 0 ? AccessKind::kUpsert : AccessKind::kInsert,
                     .partition_key = partition,
                     .row_key = row,
                     .properties = properties},
                    At(static_cast<double>(i)));
  }
  BOOST_TEST(detector.Bytes() > std::size_t{1} << 20U);
  BOOST_TEST(detector.Bytes() <= TableDetector::kBytesMax);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::test
