#include "bench/load_driver/workload.h"

#include "bench/load_driver/result.h"
#include "bench/load_driver/rows.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace rowhouse::bench {
namespace {

using Verdict = OperationSource::Verdict;

const Endpoint kEndpoint{.host = "h", .port = 81, .path = "/a"};
constexpr TableSpec kFew{.shape = Shape::kFew, .rows = 25000, .seed = 3};
constexpr TableSpec kEach{.shape = Shape::kEach, .rows = 2500, .seed = 3};

constexpr TableSpec kOnePage{.rows = 1000};
constexpr std::uint64_t kRandomSeed = 11;

OperationSource Source(Workload workload, const TableSpec& table) {
  return {{.workload = workload, .table = table, .tag = "x"}, kEndpoint, 0, 1};
}

Answer Entities(std::size_t count, const std::string& first_row, bool more = false) {
  Answer answer{.status = 200, .body = {}, .next = {}};
  for (std::size_t i = 0; i < count; ++i) {
    answer.body += R"({"PartitionKey":"p","RowKey":")" + (i == 0 ? first_row : "other") + "\"}";
  }
  if (more) answer.next = {.next_partition = "1!4!cDAw", .next_row = "1!4!cjAw"};
  return answer;
}

BOOST_AUTO_TEST_SUITE(RowsTest)

BOOST_AUTO_TEST_CASE(KeysAreDistinctAndInOrder) {
  for (const TableSpec& table : {kFew, kEach, TableSpec{.rows = 10}, TableSpec{.rows = 3333}}) {
    RowKeys last;
    for (std::uint64_t i = 0; i < table.rows; ++i) {
      const RowKeys keys = KeysOf(table, i);
      BOOST_TEST_REQUIRE((std::tie(last.partition, last.row) < std::tie(keys.partition, keys.row)),
                         TableName(table) << " row " << i);
      last = keys;
    }
  }
}

BOOST_AUTO_TEST_CASE(PartitionsCoverTheTableWithoutOverlap) {
  for (const TableSpec& table : {kFew, kEach, TableSpec{.rows = 10}, TableSpec{.rows = 10999}}) {
    std::uint64_t next = 0;
    for (std::uint64_t p = 0; p < PartitionCount(table); ++p) {
      const RowSpan span = PartitionRows(table, p);
      BOOST_TEST(span.first == next);
      BOOST_TEST(KeysOf(table, span.first).partition == KeysOf(table, span.end - 1).partition);
      next = span.end;
    }
    BOOST_TEST(next == table.rows);
  }
}

BOOST_AUTO_TEST_CASE(FewMeansAThousandRowsOrMoreInEach) {
  BOOST_TEST(PartitionCount({.rows = 1000}) == 1U);
  BOOST_TEST(PartitionCount({.rows = 5000}) == 5U);
  BOOST_TEST(PartitionCount({.rows = 1'000'000}) == 10U);
}

BOOST_AUTO_TEST_CASE(EntityHasTheSizeThatIsAskedFor) {
  for (const std::size_t bytes :
       {kEntityBytesMin, std::size_t{1024}, std::size_t{4096}, kEntityBytesMax}) {
    const TableSpec table{.rows = 25000, .entity_bytes = bytes};
    for (const std::uint64_t number : {std::uint64_t{0}, std::uint64_t{999'999}}) {
      // The longest keys that a workload makes.
      const RowKeys new_keys = NewKeys(table, "18ae3f5c1b2d4e6f", number);
      for (const RowKeys& keys : {KeysOf(table, number % table.rows),
                                  RowKeys{new_keys.partition, new_keys.row + "-99"}}) {
        const EntityContent content{.bucket = 42, .number = number, .text_seed = number};
        const std::string entity = EntityJson(table, keys, content);
        BOOST_TEST(entity.size() == bytes);
        BOOST_TEST(entity.find(R"("Bucket":42,)") != std::string::npos);
        BOOST_TEST(entity == EntityJson(table, keys, content));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(TablesOfOtherEntitySizesHaveOtherNames) {
  BOOST_TEST(TableName({.rows = 1000}) == "few1000");
  BOOST_TEST(TableName({.rows = 1000, .entity_bytes = 200}) == "few1000b200");
}

BOOST_AUTO_TEST_CASE(RowsSoughtAreThoseWithTheBucket) {
  for (const std::uint64_t rows : {10U, 42U, 43U, 100U, 2543U}) {
    std::uint64_t count = 0;
    for (std::uint64_t i = 0; i < rows; ++i) count += BucketOf(i) == kBucketSought ? 1 : 0;
    BOOST_TEST(RowsSought({.rows = rows}) == count);
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(RandomSpanTest)

BOOST_AUTO_TEST_CASE(StaysInThePartitionAndHasTheRows) {
  std::mt19937_64 random(kRandomSeed);
  for (int i = 0; i < 5000; ++i) {
    const RowSpan span = RandomSpan(kFew, kPageRows, random);
    BOOST_TEST_REQUIRE(span.end - span.first == kPageRows, "seed " << kRandomSeed);
    BOOST_TEST_REQUIRE(KeysOf(kFew, span.first).partition == KeysOf(kFew, span.end - 1).partition,
                       "seed " << kRandomSeed);
  }
}

BOOST_AUTO_TEST_CASE(SmallTableGivesWhatItHas) {
  std::mt19937_64 random(1);
  const RowSpan span = RandomSpan({.rows = 30}, kPageRows, random);
  BOOST_TEST(span.first == 0U);
  BOOST_TEST(span.end == 30U);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(SpanFilterTest)

BOOST_AUTO_TEST_CASE(NamesTheKeysThatTheShapeOrdersBy) {
  BOOST_TEST(SpanFilter(kFew, {2500, 2510}, SpanEnd::kClosed) ==
             "PartitionKey eq 'p01' and RowKey ge 'r000002500' and RowKey lt 'r000002510'");
  BOOST_TEST(SpanFilter(kEach, {5, 1005}, SpanEnd::kOpen) == "PartitionKey ge 'k000000005'");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(NewKeysTest)

BOOST_AUTO_TEST_CASE(AreDistinctAndBehindTheTablesRows) {
  for (const TableSpec& table : {kFew, kEach}) {
    std::set<std::pair<std::string, std::string>> seen;
    for (std::uint64_t number = 0; number < 5000; ++number) {
      const RowKeys keys = NewKeys(table, "x", number);
      BOOST_TEST_REQUIRE(seen.emplace(keys.partition, keys.row).second);
      const RowKeys last = KeysOf(table, table.rows - 1);
      BOOST_TEST_REQUIRE(
          (table.shape == Shape::kFew ? keys.row > last.row : keys.partition > last.partition));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(OperationSourceTest)

BOOST_AUTO_TEST_CASE(WrongStatusIsNoOperation) {
  OperationSource source = Source(Workload::kInsert, kFew);
  source.Begin();
  BOOST_TEST((source.CheckAnswer({.status = 409, .body = {}, .next = {}}) == Verdict::kWrong));
  source.Begin();
  BOOST_TEST((source.CheckAnswer({.status = 204, .body = {}, .next = {}}) == Verdict::kDone));
}

BOOST_AUTO_TEST_CASE(PointReadMustBringItsEntity) {
  OperationSource source = Source(Workload::kPoint, kFew);
  source.Begin();
  BOOST_TEST((source.CheckAnswer(Entities(1, "r0")) == Verdict::kWrong));
}

BOOST_AUTO_TEST_CASE(PageMustHaveAllRowsAndBeginRightly) {
  struct Case {
    std::size_t rows;
    const char* first;
    Verdict verdict;
  };
  for (const Case& one : std::vector<Case>{{1000, "r000000000", Verdict::kDone},
                                           {999, "r000000000", Verdict::kWrong},
                                           {1001, "r000000000", Verdict::kWrong},
                                           {1000, "r000000001", Verdict::kWrong}}) {
    OperationSource source = Source(Workload::kPage, kOnePage);
    source.Begin();
    BOOST_TEST((source.CheckAnswer(Entities(one.rows, one.first, true)) == one.verdict),
               one.rows << " from " << one.first);
  }
}

BOOST_AUTO_TEST_CASE(BatchMustSayDoneForEachRow) {
  OperationSource source = Source(Workload::kBatch, kEach);
  const auto answer = [](int parts) {
    Answer made{.status = 202, .body = {}, .next = {}};
    for (int i = 0; i < parts; ++i) made.body += "HTTP/1.1 204 No Content\r\n";
    return made;
  };
  source.Begin();
  BOOST_TEST((source.CheckAnswer(answer(99)) == Verdict::kWrong));
  source.Begin();
  BOOST_TEST((source.CheckAnswer(answer(100)) == Verdict::kDone));
  BOOST_TEST(source.Done().entities == 100U);
}

BOOST_AUTO_TEST_CASE(FilterFollowsTokensAndCountsAllPages) {
  OperationSource source = Source(Workload::kFilter, kEach);
  BOOST_TEST(source.Begin().query == "$filter=Bucket%20eq%2042");
  BOOST_TEST((source.CheckAnswer(Entities(0, "", true)) == Verdict::kContinue));
  BOOST_TEST(source.Next().query ==
             "$filter=Bucket%20eq%2042&NextPartitionKey=1%214%21cDAw&NextRowKey=1%214%21cjAw");
  BOOST_TEST((source.CheckAnswer(Entities(20, "r", true)) == Verdict::kContinue));
  BOOST_TEST((source.CheckAnswer(Entities(5, "r")) == Verdict::kDone));
  BOOST_TEST(source.Done().requests == 3U);
  BOOST_TEST(source.Done().entities == 25U);
  BOOST_TEST(source.Done().rows_scanned == 2500U);
}

BOOST_AUTO_TEST_CASE(FilterThatMissesARowIsWrong) {
  OperationSource source = Source(Workload::kFilter, kEach);
  source.Begin();
  BOOST_TEST((source.CheckAnswer(Entities(24, "r")) == Verdict::kWrong));
}

BOOST_AUTO_TEST_CASE(CreateMakesPartitionsInATableOfItsOwn) {
  OperationSource source = Source(Workload::kCreate, kEach);
  const Call first = source.Begin();
  const Call second = source.Begin();
  BOOST_TEST(first.method == "POST");
  BOOST_TEST(first.path == "/createx");
  const auto partition = [](const Call& call) { return call.body.substr(0, call.body.find(',')); };
  BOOST_TEST(partition(first) != partition(second));
  BOOST_TEST((source.CheckAnswer({.status = 204, .body = {}, .next = {}}) == Verdict::kDone));
}

BOOST_AUTO_TEST_CASE(TwoSourcesOfOneLaneAskTheSame) {
  OperationSource one = Source(Workload::kRange, kFew);
  OperationSource other = Source(Workload::kRange, kFew);
  for (int i = 0; i < 20; ++i) BOOST_TEST(one.Begin().query == other.Begin().query);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(RunResultTest)

BOOST_AUTO_TEST_CASE(LineHasRatesOfRequestsAndRows) {
  RunResult result{
      .workload = Workload::kFilter,
      .table = kEach,
      .connections = 2,
      .operations = 4,
      .work = {.requests = 8, .entities = 100, .rows_scanned = 10000, .answer_bytes = 900},
      .seconds = 2};
  result.latency.Record(1'000'000);
  result.errors["503"] = 1;
  const std::string members =
      R"({"workload":"filter","connections":2,"rows":2500,"shape":"each","operations":4,)"
      R"("requests":8,"entities":100,"rows_scanned":10000,"answer_bytes":900,)"
      R"("seconds":2.000,"operations_per_second":2.000,"requests_per_second":4.000,)"
      R"("entities_per_second":50.000,"rows_scanned_per_second":5000.0,"p50_ms":1.0000,)"
      R"("p95_ms":1.0000,"p99_ms":1.0000,"max_ms":1.0000,"errors":{"503":1},)"
      R"("capped":false)";
  BOOST_TEST(ToJsonLine(result) == members + "}");
  result.used = ProcessUsage{.user_seconds = 1.5, .system_seconds = 0.25, .written_bytes = 4096};
  BOOST_TEST(ToJsonLine(result) == members + R"(,"server_user_seconds":1.500,)"
                                             R"("server_system_seconds":0.250,)"
                                             R"("server_written_bytes":4096})");
}

BOOST_AUTO_TEST_CASE(NothingMeasuredHasTheRateZero) {
  BOOST_TEST(ToJsonLine(RunResult{}).find(R"("operations_per_second":0.000)") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rowhouse::bench
