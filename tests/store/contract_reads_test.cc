// The storage port, over every engine: point reads, scans, counts and sizes.

#include "tests/store/engines.h"

#include <fmt/format.h>

namespace rowhouse {

BOOST_AUTO_TEST_SUITE(ContractReadsTest)

BOOST_AUTO_TEST_CASE(InsertedEntityIsFound) {
  InEachMode([](store::AccountStore& store) {
    const auto applied = ApplyNow(store, Insert("p", "r", R"({"B":1,"A":2})"));
    BOOST_REQUIRE(applied.has_value());
    BOOST_TEST(applied->size() == 1U);
    const auto record = store.Get("ORDERS", {.partition = "p", .row = "r"});
    BOOST_REQUIRE(record.has_value());
    BOOST_TEST(record->properties == R"({"B":1,"A":2})");
    BOOST_TEST(record->timestamp.ticks == applied->front().ticks);
    BOOST_TEST((store.Get("orders", {.partition = "p", .row = "s"}).error().code ==
                ErrorCode::kResourceNotFound));
    BOOST_TEST((store.Get("orders", {.partition = "q", .row = "r"}).error().code ==
                ErrorCode::kResourceNotFound));
    BOOST_TEST((store.Get("others", {.partition = "p", .row = "r"}).error().code ==
                ErrorCode::kTableNotFound));
  });
}

BOOST_AUTO_TEST_CASE(ScanIsInUtf16Order) {
  InEachMode([](store::AccountStore& store) {
    // U+1F600 is two surrogates (D83D...), before U+FF5E; its UTF-8 bytes are after it.
    const std::string emoji = "\xf0\x9f\x98\x80";
    const std::string tilde = "\xef\xbd\x9e";
    for (const auto& partition : {tilde, emoji, std::string("a"), std::string()}) {
      for (const auto& row : {tilde, emoji, std::string("z"), std::string()}) {
        BOOST_REQUIRE(ApplyNow(store, Insert(partition, row)).has_value());
      }
    }
    std::string expected;
    for (const auto& partition : {std::string(), std::string("a"), emoji, tilde}) {
      for (const auto& row : {std::string(), std::string("z"), emoji, tilde}) {
        if (!expected.empty()) expected += ' ';
        expected += partition + '/' + row;
      }
    }
    BOOST_TEST(ScanKeys(store) == expected);
  });
}

BOOST_AUTO_TEST_CASE(CursorOverADeletedTableEndsOrFinishes) {
  InEachMode([](store::AccountStore& store) {
    for (const char* partition : {"p", "q", "r"}) {
      BOOST_REQUIRE(ApplyNow(store, Insert(partition, "1")).has_value());
    }
    const auto source = store.OpenSource("orders");
    const auto cursor = (*source)->Scan({});
    StoredEntity entity;
    BOOST_TEST((*cursor)->Next(entity).value());
    BOOST_REQUIRE(store.DeleteTable("orders").has_value());
    for (int rows = 0; rows < 4; ++rows) {
      const auto next = (*cursor)->Next(entity);
      if (!next) BOOST_TEST((next.error().code == ErrorCode::kTableNotFound));
      if (!next || !*next) return;
    }
    BOOST_ERROR("the cursor went on behind the end");
  });
}

BOOST_AUTO_TEST_CASE(LongScanReturnsEveryRowOnce) {
  InEachMode([](store::AccountStore& store) {
    constexpr int kRows = 2500;  // more than an engine may copy at once
    for (int i = 0; i < kRows; i += 100) {
      ChangeSet changes = Insert("p", fmt::format("{:04}", i));
      while (changes.operations.size() < 100) {
        changes.operations.push_back(changes.operations.front());
        changes.operations.back().row_key =
            fmt::format("{:04}", i + static_cast<int>(changes.operations.size()) - 1);
      }
      BOOST_REQUIRE(ApplyNow(store, std::move(changes)));
    }
    const auto rows = ScanAll(store);
    BOOST_REQUIRE(rows);
    BOOST_REQUIRE(rows->size() == static_cast<std::size_t>(kRows));
    for (int i = 0; i < kRows; ++i) {
      BOOST_REQUIRE((*rows)[static_cast<std::size_t>(i)].key.row == fmt::format("{:04}", i));
    }
  });
}

BOOST_AUTO_TEST_CASE(CountsATableAndAPartition) {
  InEachMode([](store::AccountStore& store) {
    BOOST_TEST(*store.Count("orders") == 0U);
    const std::string emoji = "\xf0\x9f\x98\x80";
    for (const auto& partition : {std::string(), std::string("a"), emoji}) {
      for (const char* row : {"1", "2"}) {
        BOOST_REQUIRE(ApplyNow(store, Insert(partition, row)).has_value());
      }
    }
    BOOST_TEST(*store.Count("ORDERS") == 6U);
    BOOST_TEST(*store.Count("orders", "") == 2U);
    BOOST_TEST(*store.Count("orders", emoji) == 2U);
    BOOST_TEST(*store.Count("orders", "none") == 0U);
  });
}

// Returns "KEY ROWS BYTES" for each partition.
std::string Sizes(store::AccountStore& store, std::string_view from, std::size_t max) {
  const auto partitions = store.ListPartitions("orders", from, max);
  if (!partitions) return "error: " + partitions.error().message;
  std::string text;
  for (const store::PartitionSize& p : *partitions) {
    BOOST_TEST(p.exact);
    text += fmt::format("{}{} {} {}", text.empty() ? "" : ", ", p.partition_key, p.rows, p.bytes);
  }
  return text;
}

BOOST_AUTO_TEST_CASE(ListsPartitionsThatHaveEntities) {
  InEachMode([](store::AccountStore& store) {
    BOOST_TEST(Sizes(store, "", 9) == "");
    for (const char* key : {"b", "d", "a", "gone"}) {
      BOOST_REQUIRE(ApplyNow(store, Insert(key, "r")));
    }
    BOOST_REQUIRE(ApplyNow(store, Insert("b", "s", R"({"A":1})")));
    const IfMatch any = *IfMatch::Parse("*");
    BOOST_REQUIRE(ApplyNow(store, One(OperationKind::kDelete, "gone", "r", "", any)));
    BOOST_TEST(Sizes(store, "", 9) == "a 1 4, b 2 13, d 1 4");
    BOOST_TEST(Sizes(store, "b", 1) == "b 2 13");
    BOOST_TEST(Sizes(store, "bb", 9) == "d 1 4");
    BOOST_TEST(Sizes(store, "e", 9) == "");
  });
}

BOOST_AUTO_TEST_CASE(MeasuresATable) {
  InEachMode([](store::AccountStore& store) {
    const auto empty = store.MeasureTable("orders");
    BOOST_REQUIRE(empty.has_value());
    BOOST_TEST((empty->rows == 0 && empty->partitions == 0 && empty->exact));
    for (const char* key : {"b", "d", "a", "gone"}) {
      BOOST_REQUIRE(ApplyNow(store, Insert(key, "r")));
    }
    BOOST_REQUIRE(ApplyNow(store, Insert("b", "s", R"({"A":1})")));
    const IfMatch any = *IfMatch::Parse("*");
    BOOST_REQUIRE(ApplyNow(store, One(OperationKind::kDelete, "gone", "r", "", any)));
    if (store.partition_files() != nullptr) {
      BOOST_REQUIRE(store.partition_files()->MoveToOwnFile("orders", "a"));
    }
    const auto size = store.MeasureTable("ORDERS");
    BOOST_REQUIRE(size.has_value());
    BOOST_TEST(size->rows == 4U);
    BOOST_TEST(size->partitions == 3U);
    BOOST_TEST(size->bytes >= 21U);
    BOOST_TEST(size->exact);
    BOOST_TEST((store.MeasureTable("others").error().code == ErrorCode::kTableNotFound));
  });
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
