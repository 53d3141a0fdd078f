#include "tests/store/store_fixture.h"

#include <fmt/format.h>

namespace rowhouse::sqlite {
namespace {

// Returns "KEY ROWS BYTES FILE" for each partition, with "~" before estimates.
std::string Shown(TableStore& store, std::string_view from = {}, std::size_t max = 1000) {
  const auto partitions = store.ListPartitions("orders", from, max);
  if (!partitions) return "error: " + partitions.error().message;
  std::string text;
  for (const store::PartitionSize& p : *partitions) {
    text += fmt::format("{}{}{} {} {} {}", text.empty() ? "" : ", ", p.exact ? "" : "~",
                        p.partition_key, p.rows, p.bytes, p.own_file ? p.file : "(shared)");
  }
  return text;
}

std::unique_ptr<TableStore> OpenWithTable(StoreOptions options) {
  auto store = OpenStore(options);
  BOOST_REQUIRE(store->CreateTable("orders"));
  return store;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(PartitionListTest)

BOOST_AUTO_TEST_CASE(MergesOwnFilesAndTheSharedFile) {
  for (const bool in_memory : {false, true}) {
    for (const bool exclusive : {false, true}) {
      BOOST_TEST_CONTEXT("in memory " << in_memory << ", exclusive " << exclusive) {
        const TempFolder folder;
        const auto store = OpenWithTable({.folder = folder.path(),
                                          .in_memory = in_memory,
                                          .exclusive = exclusive && !in_memory,
                                          .own_file_partitions_max = 2});
        for (const char* const key : {"b", "d", "a", "c", "e"}) {
          BOOST_REQUIRE(ApplyNow(*store, Insert(key, "r")));
        }
        BOOST_REQUIRE(ApplyNow(*store, Insert("c", "s", R"({"A":1})")));
        BOOST_TEST(Shown(*store) ==
                   "a 1 4 (shared), b 1 4 b.db, c 2 13 (shared), d 1 4 d.db, e 1 4 (shared)");
        BOOST_TEST(Shown(*store, "b", 2) == "b 1 4 b.db, c 2 13 (shared)");
        BOOST_TEST(Shown(*store, "bb", 1) == "c 2 13 (shared)");
        BOOST_TEST(Shown(*store, "f") == "");
        BOOST_REQUIRE(store->MoveToOwnFile("orders", "c"));
        BOOST_TEST(Shown(*store, "b", 2) == "b 1 4 b.db, c 2 13 c.db");
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(LeavesOutPartitionsWithoutEntities) {
  const TempFolder folder;
  const auto store = OpenWithTable({.folder = folder.path(), .own_file_partitions_max = 1});
  for (const char* const key : {"own", "shared"}) {
    BOOST_REQUIRE(ApplyNow(*store, Insert(key, "r")));
    const IfMatch any = *IfMatch::Parse("*");
    BOOST_REQUIRE(ApplyNow(*store, One(OperationKind::kDelete, key, "r", "", any)));
  }
  BOOST_TEST(Shown(*store) == "");
  BOOST_REQUIRE(store->DeleteTable("orders"));
  BOOST_TEST(Shown(*store) == "error: The table specified does not exist.");
}

BOOST_AUTO_TEST_CASE(EstimatesALargePartition) {
  const auto store = OpenWithTable({.in_memory = true});
  constexpr std::size_t kRows = 30000;
  const std::string properties = R"({"A":")" + std::string(200, 'x') + "\"}";
  for (std::size_t i = 0; i < kRows; i += 100) {
    ChangeSet changes = Insert("p", fmt::format("{:06}", i), properties);
    while (changes.operations.size() < 100) {
      changes.operations.push_back(changes.operations.front());
      changes.operations.back().row_key = fmt::format("{:06}", i + changes.operations.size() - 1);
    }
    BOOST_REQUIRE(ApplyNow(*store, std::move(changes)));
  }
  const auto partitions = store->ListPartitions("orders", "", 1);
  BOOST_REQUIRE(partitions);
  BOOST_REQUIRE(partitions->size() == 1U);
  BOOST_TEST(!partitions->front().exact);
  BOOST_TEST(static_cast<double>(partitions->front().rows) == static_cast<double>(kRows),
             boost::test_tools::tolerance(0.2));
}

BOOST_AUTO_TEST_CASE(NamesLargePartitionsAndCountsOwnFiles) {
  const TempFolder folder;
  const auto store = OpenWithTable({.folder = folder.path(), .own_file_partitions_max = 2});
  for (const char* const key : {"a", "b", "c"}) BOOST_REQUIRE(ApplyNow(*store, Insert(key, "r")));
  const std::string large = R"({"A":")" + std::string(30'000, 'x') + "\"}";
  for (int i = 0; i < 40; ++i) {
    BOOST_REQUIRE(ApplyNow(*store, Insert("b", fmt::format("s{}", i), large)));
  }
  BOOST_REQUIRE(ApplyNow(*store, Insert("c", "s", large)));
  BOOST_TEST(store->CountOwnFiles() == 2U);
  const auto partitions = store->ListLargePartitions("orders", 1U << 20U);
  BOOST_REQUIRE(partitions);
  BOOST_REQUIRE(partitions->size() == 1U);
  BOOST_TEST(partitions->front().partition_key == "b");
  BOOST_TEST(partitions->front().rows == 41U);
  BOOST_TEST(store->ListLargePartitions("orders", 1U << 30U)->empty());
  BOOST_TEST(!store->ListLargePartitions("nobody", 1));
  // Its file keeps its size, but the partition no longer exists and must not be taken for the next
  // one.
  const auto rows =
      ScanAll(*store, {.partitions = KeyInterval::Point("b"), .rows = {}, .from = {}});
  for (const SeenRow& row : *rows) {
    const IfMatch any = *IfMatch::Parse("*");
    BOOST_REQUIRE(ApplyNow(*store, One(OperationKind::kDelete, "b", row.key.row, "", any)));
  }
  BOOST_TEST(store->ListLargePartitions("orders", 1U << 20U)->empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::sqlite
