#include "table_service/store/table_store.h"

#include "tests/store/store_fixture.h"

namespace rowhouse {

// Runs `test` with an empty store that has the table "orders", in each mode.
template <class Test>
void InEachMode(Test test) {
  for (const auto& mode : kStoreModes) {
    BOOST_TEST_CONTEXT(mode.name) {
      const TempFolder folder;
      const auto store = OpenStore(OptionsFor(mode, folder));
      BOOST_REQUIRE(store->CreateTable("orders"));
      test(*store);
    }
  }
}

BOOST_AUTO_TEST_SUITE(TableStoreTest)

BOOST_AUTO_TEST_CASE(InsertedEntityIsFound) {
  InEachMode([](TableStore& store) {
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
  InEachMode([](TableStore& store) {
    // U+1F600 is two surrogates (D83D...), before U+FF5E; its UTF-8 bytes are behind it.
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

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
