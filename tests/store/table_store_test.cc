#include "table_service/store/sqlite/table_store.h"

#include "tests/store/store_fixture.h"

#include <atomic>
#include <fmt/format.h>
#include <fstream>
#include <unistd.h>

namespace rowhouse::sqlite {

BOOST_AUTO_TEST_SUITE(TableStoreTest)

BOOST_AUTO_TEST_CASE(ReopenedStoreHasEverything) {
  for (const auto& mode : kStoreModes) {
    if (mode.in_memory) continue;
    BOOST_TEST_CONTEXT(mode.name) {
      const TempFolder folder;
      const auto options = OptionsFor(mode, folder);
      std::string before;
      {
        const auto store = OpenStore(options);
        BOOST_REQUIRE(store->CreateTable("orders"));
        BOOST_REQUIRE(store->CreateTable("gone"));
        BOOST_REQUIRE(store->DeleteTable("gone"));
        for (int i = 0; i < 6; ++i) {
          BOOST_REQUIRE(ApplyNow(*store, Insert(fmt::format("p{}", i), "r")).has_value());
        }
        before = ScanKeys(*store);
      }
      const auto store = OpenStore(options);
      BOOST_TEST(ScanKeys(*store) == before);
      BOOST_TEST((*store->ListTables("", 9) == std::vector<std::string>{"orders"}));
      BOOST_TEST(ApplyNow(*store, Insert("p0", "s")).has_value());
      BOOST_TEST(store->CreateTable("gone").has_value());
    }
  }
}

BOOST_AUTO_TEST_CASE(FilesOfDeletedTablesAndOrphansAreRemoved) {
  const TempFolder folder;
  const auto options = OptionsFor(kStoreModes[0], folder);
  {
    const auto store = OpenStore(options);
    BOOST_REQUIRE(store->CreateTable("orders"));
    BOOST_REQUIRE(ApplyNow(*store, Insert("p", "r")).has_value());
    BOOST_REQUIRE(store->CreateTable("gone"));
    auto changes = Insert("p", "r");
    changes.table = "gone";
    BOOST_REQUIRE(ApplyNow(*store, changes).has_value());
    BOOST_TEST(std::filesystem::exists(options.folder / "gone-2" / "p.db"));
    BOOST_REQUIRE(store->DeleteTable("gone"));
  }
  BOOST_TEST(!std::filesystem::exists(options.folder / "gone-2"));
  // What a crash leaves: a file that the catalog never named.
  std::filesystem::create_directory(options.folder / "mine");
  std::ofstream(options.folder / "orders-1" / "half.db") << "half";
  OpenStore(options).reset();
  BOOST_TEST(std::filesystem::exists(options.folder / "mine"));
  BOOST_TEST(!std::filesystem::exists(options.folder / "orders-1" / "half.db"));
  BOOST_TEST(std::filesystem::exists(options.folder / "orders-1" / "p.db"));
}

BOOST_AUTO_TEST_CASE(SecondOpenerIsRefusedWithTheRemedy) {
  const TempFolder folder;
  const auto options = OptionsFor(kStoreModes[0], folder);
  auto first = OpenStore(options);
  const auto second = TableStore::Open(options);
  BOOST_REQUIRE(!second.has_value());
  for (const auto& part : {options.folder.string(), fmt::format("process {}", getpid()),
                           std::string("stop that process")}) {
    BOOST_TEST(second.error().find(part) != std::string::npos, second.error());
  }
  first.reset();
  BOOST_TEST(TableStore::Open(options).has_value());
}

BOOST_AUTO_TEST_CASE(ErrorNamesAnUnusableFolder) {
  const TempFolder folder;
  auto options = OptionsFor(kStoreModes[0], folder);
  std::ofstream(folder.path() / "account") << "a file";
  auto opened = TableStore::Open(options);
  BOOST_REQUIRE(!opened.has_value());
  BOOST_TEST(opened.error().find(options.folder.string()) != std::string::npos, opened.error());

  options.folder = folder.path() / "other";
  std::filesystem::create_directory(options.folder);
  std::ofstream(options.folder / "account.db")
      << "no database, but long enough to be one: " << std::string(200, 'x');
  opened = TableStore::Open(options);
  BOOST_REQUIRE(!opened.has_value());
  BOOST_TEST(opened.error().find("account.db") != std::string::npos, opened.error());
}

BOOST_AUTO_TEST_CASE(DamagedFileFailsItsOwnPartitionOnly) {
  const TempFolder folder;
  const auto options = OptionsFor(kStoreModes[0], folder);
  {
    const auto store = OpenStore(options);
    BOOST_REQUIRE(store->CreateTable("orders"));
    for (const char* partition : {"a", "b", "c"}) {
      BOOST_REQUIRE(ApplyNow(*store, Insert(partition, "r")).has_value());
    }
  }
  {
    std::fstream file(options.folder / "orders-1" / "b.db", std::ios::in | std::ios::out);
    file << std::string(40000, 'x');
  }
  const auto store = OpenStore(options);
  const auto record = store->Get("orders", {.partition = "b", .row = "r"});
  BOOST_REQUIRE(!record.has_value());
  BOOST_TEST((record.error().code == ErrorCode::kInternalError));
  BOOST_TEST(record.error().detail.find("b.db") != std::string::npos);
  BOOST_TEST(record.error().message.find("b.db") == std::string::npos);
  BOOST_TEST((ApplyNow(*store, Insert("b", "s")).error().error.code == ErrorCode::kInternalError));
  for (const char* partition : {"a", "c"}) {
    BOOST_TEST(store->Get("orders", {.partition = partition, .row = "r"}).has_value());
    BOOST_TEST(ApplyNow(*store, Insert(partition, "s")).has_value());
  }
  BOOST_TEST(ScanKeys(*store, {.partitions = KeyInterval::Point("c"), .rows = {}, .from = {}}) ==
             "c/r c/s");
  BOOST_TEST(!ScanAll(*store).has_value());
}

BOOST_AUTO_TEST_CASE(TimestampsAscendWhenTheClockIsSetBack) {
  const TempFolder folder;
  auto options = OptionsFor(kStoreModes[0], folder);
  auto now = std::make_shared<std::atomic<std::int64_t>>(1'800'000'000);
  options.clock = [now] {
    return std::chrono::system_clock::time_point(std::chrono::seconds(now->load()));
  };
  std::int64_t last = 0;
  for (int round = 0; round < 3; ++round) {
    const auto store = OpenStore(options);
    if (round == 0) BOOST_REQUIRE(store->CreateTable("orders"));
    for (int i = 0; i < 3; ++i) {
      const auto done = ApplyNow(*store, One(OperationKind::kInsertOrReplace, "p", "r"));
      BOOST_REQUIRE(done.has_value());
      BOOST_TEST(done->front().ticks > last);
      last = done->front().ticks;
      *now -= 100;
    }
  }
}

BOOST_AUTO_TEST_CASE(PartitionsBeyondTheLimitAreInTheSharedFile) {
  const TempFolder folder;
  auto options = OptionsFor(kStoreModes[1], folder);
  options.shared_partition_bytes_max = 5000;
  const auto store = OpenStore(options);
  BOOST_REQUIRE(store->CreateTable("orders"));
  for (const char* partition : {"a", "b", "c", "d"}) {
    BOOST_REQUIRE(ApplyNow(*store, Insert(partition, "r")).has_value());
  }
  const auto table = options.folder / "orders-1";
  BOOST_TEST(std::filesystem::exists(table / "b.db"));
  BOOST_TEST(std::filesystem::exists(table / "~shared.db"));
  BOOST_TEST(!std::filesystem::exists(table / "c.db"));
  BOOST_TEST(store->MoveToOwnFile("orders", "c").has_value());
  BOOST_TEST(store->MoveToOwnFile("orders", "a").has_value());
  BOOST_TEST(store->MoveToOwnFile("orders", "none").has_value());
  BOOST_TEST((store->MoveToOwnFile("none", "a").error().code == ErrorCode::kTableNotFound));
  BOOST_TEST(std::filesystem::exists(table / "c.db"));
  BOOST_TEST(!std::filesystem::exists(table / "none.db"));
  // d outgrows the shared file; a write of a sixteenth of the limit is always measured.
  const std::string large = R"({"Note":")" + std::string(400, 'x') + R"("})";
  for (int i = 0; i < 20; ++i) {
    BOOST_REQUIRE(ApplyNow(*store, Insert("d", fmt::format("{:02}", i), large)).has_value());
  }
  BOOST_REQUIRE(store->MoveToOwnFile("orders", "d").has_value());  // waits for a move in progress
  BOOST_TEST(std::filesystem::exists(table / "d.db"));
  BOOST_TEST(ScanAll(*store)->size() == 24U);
}

BOOST_AUTO_TEST_CASE(CountsWithoutLeftoversOfMoves) {
  for (const auto& mode : kStoreModes) {
    BOOST_TEST_CONTEXT(mode.name) {
      const TempFolder folder;
      StoreOptions options = OptionsFor(mode, folder);
      options.own_file_partitions_max = 2;
      const auto store = OpenStore(options);
      BOOST_REQUIRE(store->CreateTable("orders"));
      BOOST_TEST(*store->Count("orders") == 0U);
      const std::string emoji = "\xf0\x9f\x98\x80";
      for (const auto& partition : {std::string("a"), std::string("b"), std::string("c"), emoji}) {
        for (const char* row : {"1", "2", "3"}) {
          BOOST_REQUIRE(ApplyNow(*store, Insert(partition, row)).has_value());
        }
      }
      BOOST_TEST(*store->Count("ORDERS") == 12U);
      BOOST_REQUIRE(store->MoveToOwnFile("orders", "c"));
      BOOST_TEST(*store->Count("orders") == 12U);
      for (const auto& partition : {std::string("a"), std::string("c"), emoji}) {
        BOOST_TEST(*store->Count("orders", partition) == 3U);
      }
      BOOST_TEST(*store->Count("orders", "none") == 0U);
      BOOST_TEST((store->Count("none").error().code == ErrorCode::kTableNotFound));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::sqlite
