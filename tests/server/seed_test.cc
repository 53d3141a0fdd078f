#include "table_service/server/seed.h"

#include "table_service/store/sqlite/table_store.h"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <fstream>
#include <unistd.h>

namespace rowhouse::server {
namespace {

constexpr const char* kPeople = "{\"rowhouse\":\"export\",\"version\":1,\"table\":\"People\"}\n";

struct Fixture {
  std::filesystem::path file =
      std::filesystem::temp_directory_path() / fmt::format("rowhouse_seed_{}", ::getpid());
  std::unique_ptr<store::AccountStore> store;

  Fixture() {
    sqlite::StoreOptions options;
    options.in_memory = true;
    auto opened = sqlite::TableStore::Open(options);
    BOOST_REQUIRE(opened);
    store = *std::move(opened);
  }
  ~Fixture() { std::filesystem::remove(file); }

  // Returns "TABLES/ENTITIES", or the failure without the file's name.
  std::string Load(const std::string& text) {
    std::ofstream(file) << text;
    const auto loaded = LoadSeed(file, "devstoreaccount1", *store);
    if (loaded) return fmt::format("{}/{}", loaded->tables, loaded->entities);
    BOOST_TEST(loaded.error().starts_with(file.string()), loaded.error());
    return loaded.error().substr(file.string().size());
  }

  std::string PropertiesOf(const std::string& partition, const std::string& row) const {
    const auto entity = store->Get("People", {.partition = partition, .row = row});
    return entity ? entity->properties : "none";
  }

  std::size_t Count(const std::string& table) const {
    const auto source = store->OpenSource(table);
    BOOST_REQUIRE(source);
    const auto cursor = (*source)->Scan({});
    BOOST_REQUIRE(cursor);
    std::size_t count = 0;
    for (StoredEntity entity; *(*cursor)->Next(entity);) ++count;
    return count;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(LoadSeedTest, Fixture)

BOOST_AUTO_TEST_CASE(LoadsTablesAndTypedEntities) {
  BOOST_TEST(Load(std::string(kPeople) +
                  "{\"PartitionKey\":\"uk\",\"RowKey\":\"ada\",\"Z\":1,\"A\":2.0,"
                  "\"Big@odata.type\":\"Edm.Int64\",\"Big\":\"9007199254740993\"}\r\n"
                  "\n"
                  "{\"rowhouse\":\"export\",\"version\":1,\"table\":\"Empty\"}\n") == "2/1");
  BOOST_TEST(PropertiesOf("uk", "ada") ==
             R"({"Z":1,"A":2.0,"Big@odata.type":"Edm.Int64","Big":"9007199254740993"})");
  BOOST_TEST(store->FindTable("Empty").has_value());
}

BOOST_AUTO_TEST_CASE(SkipsAByteOrderMark) {
  BOOST_TEST(Load("\xEF\xBB\xBF" + std::string(kPeople)) == "1/0");
}

BOOST_AUTO_TEST_CASE(LoadingAgainReplaces) {
  const auto with_age = [](int age) {
    return fmt::format("{}{{\"PartitionKey\":\"uk\",\"RowKey\":\"ada\",\"Age\":{}}}\n", kPeople,
                       age);
  };
  BOOST_TEST(Load(with_age(1)) == "1/1");
  BOOST_TEST(Load(with_age(2)) == "1/1");
  BOOST_TEST(PropertiesOf("uk", "ada") == R"({"Age":2})");
  BOOST_TEST(Count("People") == 1U);
}

BOOST_AUTO_TEST_CASE(TheLastEntityOfAKeyCounts) {
  BOOST_TEST(Load(std::string(kPeople) + "{\"PartitionKey\":\"a\",\"RowKey\":\"b\",\"N\":1}\n" +
                  "{\"PartitionKey\":\"a\",\"RowKey\":\"b\",\"N\":2}\n") == "1/2");
  BOOST_TEST(PropertiesOf("a", "b") == R"({"N":2})");
}

BOOST_AUTO_TEST_CASE(LoadsManyEntitiesOfManyPartitionsInAnyOrder) {
  std::string text = kPeople;
  for (int i = 0; i < 25000; ++i) {
    text += fmt::format("{{\"PartitionKey\":\"{}\",\"RowKey\":\"{}\"}}\n", i % 7, i);
  }
  BOOST_TEST(Load(text) == "1/25000");
  BOOST_TEST(Count("People") == 25000U);
  BOOST_TEST(Load(text) == "1/25000");
  BOOST_TEST(Count("People") == 25000U);
}

BOOST_AUTO_TEST_CASE(LoadsTheAccountsTablesOfAzuritesDatabase) {
  const std::string tables =
      R"({"name":"$TABLES_COLLECTION$","data":[{"account":"devstoreaccount1","table":"People"},)"
      R"({"account":"devstoreaccount1","table":"Empty"},{"account":"other","table":"People"}]})";
  const std::string row =
      R"({"PartitionKey":"p","RowKey":"r","properties":{"Big@odata.type":"Edm.Int64","Big":"7"}})";
  const std::string people = R"({"name":"devstoreaccount1$People","data":[)" + row + "]}";
  const std::string other = R"({"name":"other$People","data":[{"PartitionKey":"x","RowKey":"x",)"
                            R"("properties":{}}]})";
  BOOST_TEST(Load(R"({"collections":[)" + tables + "," + people + "," + other + "]}") == "2/1");
  BOOST_TEST(PropertiesOf("p", "r") == R"({"Big@odata.type":"Edm.Int64","Big":"7"})");
  BOOST_TEST(store->FindTable("Empty").has_value());
  BOOST_TEST(Load(R"({"collections":[)" + other + "]}") ==
             ":1: the database has no table of the account devstoreaccount1, but of other");
}

BOOST_AUTO_TEST_CASE(FailuresNameTheLineAndTheReason) {
  struct Case {
    const char* name;
    std::string text;
    const char* failure;
  };
  const std::string good = "{\"PartitionKey\":\"a\",\"RowKey\":\"b\"}\n";
  const Case cases[] = {
      {"no header", good, ":1: an entity before the first table"},
      {"another version", "{\"rowhouse\":\"export\",\"version\":2,\"table\":\"People\"}\n",
       ":1: an export of a version other than 1"},
      {"bad table", "{\"rowhouse\":\"export\",\"version\":1,\"table\":\"1x\"}\n",
       ":1: table '1x': "},
      {"not JSON", kPeople + good + "{\"PartitionKey\":\n", ":3:17: the JSON is malformed here"},
      {"no type", kPeople + good + "{\"PartitionKey\":\"a\",\"RowKey\":\"c\",\"N\":{}}\n",
       ":3: not an entity: InvalidInput: "},
      {"no key", kPeople + std::string("{\"PartitionKey\":\"a\"}\n"),
       ":2: not an entity: PropertiesNeedValue: "},
      {"bad key", kPeople + std::string("{\"PartitionKey\":\"a/b\",\"RowKey\":\"\"}\n"),
       ":2: not an entity: "},
      {"integer without a type",
       kPeople + std::string("{\"PartitionKey\":\"a\",\"RowKey\":\"b\",\"N\":9007199254740993}\n"),
       ":2: N: 9007199254740993 would be rounded"},
      {"too large",
       kPeople + good + "{\"PartitionKey\":\"a\",\"RowKey\":\"c\",\"Note\":\"" +
           std::string(40000, 'x') + "\"}\n" + good,
       ":3: PropertyValueTooLarge: "},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) {
      const std::string failure = Load(c.text);
      BOOST_TEST(failure.starts_with(c.failure), failure);
    }
  }
}

BOOST_AUTO_TEST_CASE(AFileThatCannotBeReadIsNamed) {
  for (const char* name : {"/nonexistent/seed", "/tmp"}) {
    const auto loaded = LoadSeed(name, "devstoreaccount1", *store);
    BOOST_REQUIRE(!loaded);
    BOOST_TEST(loaded.error().find(name) != std::string::npos);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::server
