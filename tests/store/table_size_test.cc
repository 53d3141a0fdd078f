// What is estimated when a table is large, and what the engine measures about its commits.

#include "tests/store/store_fixture.h"

#include <fmt/format.h>
#include <numeric>

namespace rowhouse::sqlite {
namespace {

constexpr std::size_t kRows = 3000;

// A table with a partition "p" of kRows rows and a few partitions of one row.
std::unique_ptr<TableStore> OpenFilled(StoreOptions options) {
  auto store = OpenStore(options);
  BOOST_REQUIRE(store->CreateTable("orders"));
  const std::string properties = R"({"A":")" + std::string(200, 'x') + "\"}";
  for (std::size_t i = 0; i < kRows; i += 100) {
    ChangeSet changes = Insert("p", fmt::format("{:06}", i), properties);
    while (changes.operations.size() < 100) {
      changes.operations.push_back(changes.operations.front());
      changes.operations.back().row_key = fmt::format("{:06}", i + changes.operations.size() - 1);
    }
    BOOST_REQUIRE(ApplyNow(*store, std::move(changes)));
  }
  for (const char* const key : {"a", "b", "c", "d"}) {
    BOOST_REQUIRE(ApplyNow(*store, Insert(key, "r")));
  }
  return store;
}

std::uint64_t CountOf(const store::HistogramCounts& histogram) {
  return std::accumulate(histogram.counts.begin(), histogram.counts.end(), std::uint64_t{0});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(TableSizeTest)

BOOST_AUTO_TEST_CASE(CountsASmallTable) {
  const auto size =
      OpenFilled({.in_memory = true, .own_file_partitions_max = 1})->MeasureTable("orders");
  BOOST_REQUIRE(size.has_value());
  BOOST_TEST(size->rows == kRows + 4);
  BOOST_TEST(size->partitions == 5U);
  BOOST_TEST(size->exact);
}

BOOST_AUTO_TEST_CASE(EstimatesTheRowsOfALargeTable) {
  for (const std::size_t own_files : {std::size_t{0}, std::size_t{256}}) {
    BOOST_TEST_CONTEXT(own_files << " own files") {
      const auto store = OpenFilled(
          {.in_memory = true, .own_file_partitions_max = own_files, .counted_bytes_max = 1000});
      const auto size = store->MeasureTable("orders");
      BOOST_REQUIRE(size.has_value());
      BOOST_TEST(size->rows > kRows * 8 / 10);
      BOOST_TEST(size->rows < kRows * 12 / 10);
      BOOST_TEST(size->partitions == 5U);
      BOOST_TEST(!size->exact);
    }
  }
}

BOOST_AUTO_TEST_CASE(StopsCountingManyPartitions) {
  const auto size =
      OpenFilled({.in_memory = true, .own_file_partitions_max = 1, .counted_partitions_max = 2})
          ->MeasureTable("orders");
  BOOST_REQUIRE(size.has_value());
  BOOST_TEST(size->rows == kRows + 4);
  BOOST_TEST(size->partitions == 3U);  // one has its own file
  BOOST_TEST(!size->exact);
}

BOOST_AUTO_TEST_CASE(SeesEveryChange) {
  for (const std::size_t own_files : {std::size_t{0}, std::size_t{1}, std::size_t{256}}) {
    BOOST_TEST_CONTEXT(own_files << " own files") {
      const TempFolder folder;
      const auto store = OpenFilled({.folder = folder.path() / "account",
                                     .sync = SyncMode::kOff,
                                     .own_file_partitions_max = own_files});
      const auto expect = [&](std::uint64_t rows, std::uint64_t partitions) {
        const auto size = store->MeasureTable("orders");
        BOOST_REQUIRE(size.has_value());
        BOOST_TEST(size->rows == rows);
        BOOST_TEST(size->partitions == partitions);
      };
      expect(kRows + 4, 5);
      BOOST_REQUIRE(ApplyNow(*store, Insert("a", "s")));
      expect(kRows + 5, 5);
      BOOST_REQUIRE(ApplyNow(*store, Insert("new", "r")));
      expect(kRows + 6, 6);
      const IfMatch any = *IfMatch::Parse("*");
      BOOST_REQUIRE(ApplyNow(*store, One(OperationKind::kDelete, "b", "r", "", any)));
      expect(kRows + 5, 5);
      BOOST_REQUIRE(store->MoveToOwnFile("orders", "a"));
      expect(kRows + 5, 5);
      BOOST_REQUIRE(ApplyNow(*store, One(OperationKind::kDelete, "a", "r", "", any)));
      expect(kRows + 4, 5);
    }
  }
}

BOOST_AUTO_TEST_CASE(KnowsItsCommits) {
  const TempFolder folder;
  const auto store = OpenFilled({.folder = folder.path() / "account", .sync = SyncMode::kOff});
  const store::EngineFigures figures = store->Figures();
  BOOST_TEST(figures.commit_writes.sum == 34);
  BOOST_TEST(CountOf(figures.commit_writes) <= 34U);
  BOOST_TEST(CountOf(figures.commit_seconds) == CountOf(figures.commit_writes));
  BOOST_TEST(figures.commit_writes.counts.size() == figures.commit_writes.bounds.size() + 1);
  BOOST_TEST(figures.commit_seconds.sum > 0);
  BOOST_TEST(figures.waiting_writes == 0U);
  BOOST_TEST(figures.log_bytes > 10000U);  // the writes after a partition's first ones are in a log
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::sqlite
