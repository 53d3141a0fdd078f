// Queries, pages and transactions through a real server.

#include "tests/client/live_server.h"

#include <boost/test/unit_test.hpp>
#include <rowhouse/table_client.h>
#include <set>
#include <stdexcept>

namespace rowhouse::tables {
namespace {

// "p0".."p2", each with `rows` rows "r000"... with N, Half (double) and Text.
void Fill(const TableClient& table, int rows) {
  for (int p = 0; p < 3; ++p) {
    Transaction transaction;
    for (int r = 0; r < rows; ++r) {
      Entity entity("p" + std::to_string(p), "r" + std::to_string(1000 + r));
      entity["N"] = r;
      entity["Half"] = r / 2.0;
      entity["Text"] = r % 2 == 0 ? "O'Brien" : "x&y=z";
      transaction.Insert(std::move(entity));
    }
    table.Submit(transaction);
  }
}

BOOST_AUTO_TEST_SUITE(LiveQueriesTest)

BOOST_AUTO_TEST_CASE(RangesPagesAndLimitsGiveTheSameEntitiesInOrder) {
  const TestTable table;
  Fill(*table, 20);
  const std::vector<Entity> all = table->Query().ToVector();
  BOOST_TEST(all.size() == 60U);
  for (const std::size_t page_size : {1U, 7U, 60U, 1000U}) {
    for (const bool read_ahead : {true, false}) {
      const QueryOptions options{.page_size = page_size, .read_ahead = read_ahead};
      std::size_t at = 0;
      for (const Entity& entity : table->Query(options)) BOOST_TEST((entity == all.at(at++)));
      BOOST_TEST(at == all.size());
      at = 0;
      for (const Page& page : table->QueryPages(options)) {
        BOOST_TEST(page.entities.size() <= page_size);
        for (const Entity& entity : page.entities) BOOST_TEST((entity == all.at(at++)));
      }
      BOOST_TEST(at == all.size());
    }
  }
}

BOOST_AUTO_TEST_CASE(LimitIsATotalNotAPageSize) {
  const TestTable table;
  Fill(*table, 10);
  BOOST_TEST(table->Query({.limit = 7, .page_size = 3}).Count() == 7U);
  BOOST_TEST(table->Query({.limit = 0}).Count() == 0U);
  BOOST_TEST(table->Query({.limit = 100}).Count() == 30U);
  BOOST_TEST(table->Query().Limit(4).ToVector().size() == 4U);
  BOOST_TEST(table->Query().First()->RowKey() == "r1000");
  BOOST_TEST(!table->Query({.filter = Filter("N eq 77")}).First().has_value());
}

BOOST_AUTO_TEST_CASE(AKeptTokenResumesWithFilterAndSelect) {
  const TestTable table;
  Fill(*table, 10);
  QueryOptions options{.filter = Where("N") >= 5, .select = {"N"}, .page_size = 4};
  std::vector<int> seen;
  std::string kept;
  do {
    options.start = ContinuationToken::FromString(kept);
    const Page page = table->QueryPage(options);
    for (const Entity& entity : page.entities) {
      BOOST_TEST(entity.AllProperties().size() == 1U);
      seen.push_back(entity.Get<std::int32_t>("N"));
    }
    kept = page.next ? page.next->ToString() : "";
  } while (!kept.empty());
  BOOST_TEST(seen.size() == 15U);
  BOOST_TEST(*std::min_element(seen.begin(), seen.end()) == 5);
}

BOOST_AUTO_TEST_CASE(FiltersOfEveryTypeFindTheirEntity) {
  const TestTable table;
  Entity entity("p'", "r");
  entity["S"] = "it's & 100% #1 +/?";
  entity["B"] = true;
  entity["I"] = -5;
  entity["L"] = std::int64_t{-9007199254740993};
  entity["D"] = 1.5;
  entity["T"] = *DateTime::Parse("2026-01-01T00:00:00.1234567Z");
  entity["G"] = *Guid::Parse("01234567-89ab-cdef-0123-456789abcdef");
  entity["X"] = Binary{{0, 255}};
  table->Insert(entity);
  table->Insert(Entity("other", "r"));
  for (const auto& [name, value] : entity.AllProperties()) {
    BOOST_TEST(table->Query({.filter = Where(name) == value}).Count() == 1U, name);
  }
  BOOST_TEST(
      table->Query({.filter = Where("PartitionKey") == "p'" && Where("B").IsTrue()}).Count() == 1U);
  BOOST_TEST(table->Query({.filter = !(Where("PartitionKey") == "p'")}).Count() == 1U);
  BOOST_TEST(table->Query({.filter = Where("I") > 0 || Where("D") > 1.0}).Count() == 1U);
}

BOOST_AUTO_TEST_CASE(PrefixesAreExact) {
  const TestTable table;
  for (const std::string key : {"ab", "aba", "abb", "ac", "b", "a", "aB", "ab\xC3\xA9",
                                "ab\xF0\x9F\x98\x80", "ab\xEF\xBF\xBD"}) {
    table->Insert(Entity(key, "r"));
  }
  std::set<std::string> found;
  for (const Entity& entity : table->Query({.filter = Where("PartitionKey").StartsWith("ab")})) {
    found.insert(entity.PartitionKey());
  }
  BOOST_TEST((found == std::set<std::string>{"ab", "aba", "abb", "ab\xC3\xA9", "ab\xF0\x9F\x98\x80",
                                             "ab\xEF\xBF\xBD"}));
}

BOOST_AUTO_TEST_CASE(ARangeOutlivesTheClientAndItsOptions) {
  const TestTable table;
  Fill(*table, 3);
  const EntityRange range = [&] {
    const TableClient copy = TestService().GetTableClient(table->Name());
    std::string text = "PartitionKey eq 'p1'";
    return copy.Query({.filter = Filter(text)});
  }();
  BOOST_TEST(range.Count() == 3U);
  BOOST_TEST(range.Count() == 3U);
}

BOOST_AUTO_TEST_CASE(BadPageSizesAreRefusedAtOnce) {
  const TestTable table;
  BOOST_CHECK_THROW(table->Query({.page_size = 0}), std::invalid_argument);
  BOOST_CHECK_THROW(table->QueryPages({.page_size = 1001}), std::invalid_argument);
  BOOST_CHECK_THROW(table->QueryPage({.page_size = 0}), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(ATransactionTellsOfEachWrite) {
  const TestTable table;
  table->Insert(Entity("p", "merged"));
  table->Insert(Entity("p", "replaced"));
  table->Insert(Entity("p", "deleted"));
  Transaction transaction;
  transaction.Insert(Entity("p", "inserted"))
      .UpsertMerge(Entity("p", "upserted"))
      .UpsertReplace(Entity("p", "upserted-too"))
      .UpdateMerge(Entity("p", "merged"))
      .UpdateReplace(Entity("p", "replaced"))
      .Delete("p", "deleted");
  const TransactionResult result = table->Submit(transaction);
  BOOST_REQUIRE(result.writes.size() == 6U);
  for (std::size_t i = 0; i < 6; ++i) {
    BOOST_TEST(result.writes[i].status == 204);
    BOOST_TEST(result.writes[i].etag.IsEmpty() == (i == 5));
  }
  const Entity read = table->Get("p", "upserted-too");
  BOOST_TEST((read.ETag() == result.writes[2].etag));
  BOOST_TEST(!table->Exists("p", "deleted"));
}

BOOST_AUTO_TEST_CASE(ARefusedTransactionNamesTheWriteAndDoesNothing) {
  const TestTable table;
  table->Insert(Entity("p", "there"));
  for (const std::size_t place : {0U, 1U, 99U}) {
    Transaction transaction;
    for (std::size_t i = 0; i < 100; ++i) {
      transaction.Insert(Entity("p", i == place ? "there" : std::to_string(i)));
    }
    try {
      table->Submit(transaction);
      BOOST_ERROR("must throw");
    } catch (const TransactionError& error) {
      BOOST_TEST(error.Code() == "EntityAlreadyExists");
      BOOST_TEST(error.Status() == 409);
      BOOST_TEST(error.Message() == "The specified entity already exists.");
      BOOST_TEST((error.FailedOperation() == place));
    }
  }
  BOOST_TEST(table->Query().Count() == 1U);
  try {
    Transaction alone;
    alone.Insert(Entity("p", "there"));
    table->Submit(alone);
    BOOST_ERROR("must throw");
  } catch (const TransactionError& error) {
    BOOST_TEST((error.FailedOperation() == 0U));
  }
}

BOOST_AUTO_TEST_CASE(KeysInTransactionsAreQuoted) {
  const TestTable table;
  Transaction transaction;
  transaction.UpsertReplace(Entity("O'B 100%", "a'b/c"));
  BOOST_CHECK_THROW(table->Submit(transaction), TransactionError);  // '/' cannot be in a key
  transaction.Clear();
  transaction.UpsertReplace(Entity("O'B 100%", "a'b c&d=e+f"));
  table->Submit(transaction);
  BOOST_TEST(table->Exists("O'B 100%", "a'b c&d=e+f"));
  BOOST_CHECK_THROW(table->Submit(Transaction()), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rowhouse::tables
