#include "entity/resource_address.h"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <vector>

namespace rowhouse {
namespace {

// An address in one line: its kind and what it names, or the code of its error.
std::string Describe(std::string_view encoded_path) {
  using Kind = ResourceAddress::Kind;
  const auto address = ParseAddress(encoded_path);
  if (!address) return std::string(ToWire(address.error().code).code);
  switch (address->kind) {
    case Kind::kService:
      return "service";
    case Kind::kTables:
      return "tables";
    case Kind::kTable:
      return fmt::format("table [{}]", address->table);
    case Kind::kEntities:
      return fmt::format("entities [{}]", address->table);
    case Kind::kEntity:
      return fmt::format("entity [{}][{}][{}]", address->table, address->key.partition,
                         address->key.row);
    case Kind::kBatch:
      return "batch";
    case Kind::kMetadata:
      return "metadata";
  }
  return "unknown";
}

struct AddressCase {
  const char* name;
  std::string path;
  const char* outcome;
};

void CheckAddresses(const std::vector<AddressCase>& cases) {
  for (const AddressCase& test : cases) {
    BOOST_TEST_CONTEXT(test.name) { BOOST_TEST(Describe(test.path) == test.outcome); }
  }
}

std::string OutcomeOf(const Status& status) { return status ? "" : status.error().message; }

}  // namespace

BOOST_AUTO_TEST_SUITE(ResourceAddressTest)

BOOST_AUTO_TEST_CASE(OrdersByPartitionThenRowInUtf16) {
  const std::vector<EntityKey> ordered = {
      {"", ""},
      {"", "a"},
      {"a", ""},
      {"a", "b"},
      {"b", ""},
      {"\xC3\xA9", ""},
      {"\xF0\x9F\x98\x80", ""},
      {"\xEF\xBF\xBD", ""},
  };
  for (std::size_t i = 0; i + 1 < ordered.size(); ++i) {
    BOOST_TEST((ordered[i] < ordered[i + 1]), "position " << i);
    BOOST_TEST((ordered[i] != ordered[i + 1]));
  }
}

BOOST_AUTO_TEST_CASE(RefusesForbiddenCharacters) {
  for (const std::string_view bad :
       {"/", "\\", "#", "?", "\t", "\n", "\x1F", "\x7F", "\xC2\x80", "\xC2\x9F"}) {
    const std::string key = fmt::format("a{}b", bad);
    BOOST_TEST(OutcomeOf(CheckKeyCharacters({.partition = key, .row = "r"})) ==
               fmt::format("The 'PartitionKey' parameter of value '{}' is out of range.", key));
    BOOST_TEST(OutcomeOf(CheckKeyCharacters({.partition = "p", .row = key})) ==
               fmt::format("The 'RowKey' parameter of value '{}' is out of range.", key));
  }
  BOOST_TEST(!CheckKeyCharacters({.partition = std::string("a\0b", 3), .row = ""}));
}

BOOST_AUTO_TEST_CASE(AllowsEverythingElseInKeys) {
  for (const std::string_view good : {"", " ", " a ", "'", "%", "%20", "+", "&;:@", "\"",
                                      "\xC2\xA0", "\xF0\x9F\x98\x80", "(),="}) {
    BOOST_TEST(OutcomeOf(CheckKeyCharacters({std::string(good), std::string(good)})) == "");
  }
}

BOOST_AUTO_TEST_CASE(EntityPathDoublesQuotesAndEncodes) {
  BOOST_TEST(EntityPath("orders", {"p1", "r1"}) == "orders(PartitionKey='p1',RowKey='r1')");
  BOOST_TEST(EntityPath("orders", {"", ""}) == "orders(PartitionKey='',RowKey='')");
  BOOST_TEST(EntityPath("t", {"''", "a'"}) == "t(PartitionKey='''''',RowKey='a''')");
  BOOST_TEST(EntityPath("t", {"O'Brien", "a b@c:d\"%"}) ==
             "t(PartitionKey='O''Brien',RowKey='a%20b%40c%3Ad%22%25')");
  BOOST_TEST(EntityPath("t", {"\xC3\xA9", "-._~"}) == "t(PartitionKey='%C3%A9',RowKey='-._~')");
}

BOOST_AUTO_TEST_CASE(EntityPathParsesBackToItsKey) {
  for (const std::string_view text : {"", "a", "'", "''", "a,b", "x')", "%27", "%2F", "a b+c", "=",
                                      "\xF0\x9F\x98\x80", "#?&", "\t"}) {
    const EntityKey key{std::string(text), "'" + std::string(text)};
    const auto address = ParseAddress("/" + EntityPath("orders", key));
    BOOST_REQUIRE_MESSAGE(address, text);
    BOOST_TEST((address->kind == ResourceAddress::Kind::kEntity));
    BOOST_TEST(address->table == "orders");
    BOOST_TEST((address->key == key), text);
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(CheckTableNameTest)

BOOST_AUTO_TEST_CASE(TellsLengthFromCharactersFromReserved) {
  struct Case {
    const char* name;
    std::string table;
    const char* outcome;
  };
  const char* const length =
      "The specified resource name length is not within the permissible limits.";
  const char* const characters = "The specifed resource name contains invalid characters.";
  const char* const reserved = "One of the request inputs is not valid.";
  const Case cases[] = {
      {"shortest", "abc", ""},
      {"longest", std::string(63, 'a'), ""},
      {"digits", "T123456", ""},
      {"too short", "ab", length},
      {"too long", std::string(64, 'a'), length},
      {"empty", "", length},
      {"dash", "my-table", characters},
      {"underscore", "my_table", characters},
      {"leading digit", "1abc", characters},
      {"space", "my table", characters},
      {"not ASCII", "\xE5\x95\x8A\xE9\xBD\x84\xE4\xB8\x82", characters},
      {"not ASCII, counted in UTF-16", std::string(60, 'a') + "\xE5\x95\x8A\xE9\xBD\x84",
       characters},
      {"not UTF-8", "abc\xFF", characters},
      {"NUL", std::string("abc\0", 4), characters},
      {"reserved", "tables", reserved},
      {"reserved in another case", "TaBLes", reserved},
      {"not quite reserved", "tables2", ""},
  };
  for (const Case& test : cases) {
    BOOST_TEST_CONTEXT(test.name) {
      BOOST_TEST(OutcomeOf(CheckTableName(test.table)) == test.outcome);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(ParseAddressTest)

BOOST_AUTO_TEST_CASE(KnowsEveryKindOfResource) {
  CheckAddresses({
      {"nothing", "", "service"},
      {"a slash", "/", "service"},
      {"collection of tables", "/Tables", "tables"},
      {"with brackets", "/Tables()", "tables"},
      {"in another case", "/tables", "tables"},
      {"one table", "/Tables('orders')", "table [orders]"},
      {"one table by name", "/Tables(TableName='orders')", "table [orders]"},
      {"one table, encoded", "/Tables%28%27orders%27%29", "table [orders]"},
      {"set", "/orders", "entities [orders]"},
      {"set with brackets", "/orders()", "entities [orders]"},
      {"set with spaces in brackets", "/orders( )", "entities [orders]"},
      {"system table", "/$MetricsHourPrimaryTransactionsTable",
       "entities [$MetricsHourPrimaryTransactionsTable]"},
      {"name that no table can have", "/a-b%20c", "entities [a-b c]"},
      {"batch", "/$batch", "batch"},
      {"batch, encoded", "/%24batch", "batch"},
      {"metadata", "/$metadata", "metadata"},
      {"without slash", "orders", "entities [orders]"},
  });
}

BOOST_AUTO_TEST_CASE(ReadsKeyPredicates) {
  CheckAddresses({
      {"raw", "/t(PartitionKey='a',RowKey='b')", "entity [t][a][b]"},
      {"brackets and quotes encoded", "/t%28PartitionKey=%27a%27,RowKey=%27b%27%29",
       "entity [t][a][b]"},
      {"all encoded", "/t%28PartitionKey%3D%27a%27%2CRowKey%3D%27b%27%29", "entity [t][a][b]"},
      {"other order", "/t(RowKey='b',PartitionKey='a')", "entity [t][a][b]"},
      {"white space", "/t( PartitionKey = 'a' ,%20RowKey%09= 'b' )", "entity [t][a][b]"},
      {"empty keys", "/t(PartitionKey='',RowKey='')", "entity [t][][]"},
      {"doubled quote", "/t(PartitionKey='O''Brien',RowKey='''')", "entity [t][O'Brien][']"},
      {"doubled quote, encoded", "/t(PartitionKey='O%27%27Brien',RowKey=%27%27%27%27)",
       "entity [t][O'Brien][']"},
      {"decoded once", "/t(PartitionKey='%2520',RowKey='%2525')", "entity [t][%20][%25]"},
      {"plus stays", "/t(PartitionKey='a+b',RowKey='c')", "entity [t][a+b][c]"},
      {"delimiters in keys", "/t(PartitionKey='a,RowKey=',RowKey='(b)')",
       "entity [t][a,RowKey=][(b)]"},
      {"UTF-8", "/t(PartitionKey='%C3%A9',RowKey='\xC3\xA9')", "entity [t][\xC3\xA9][\xC3\xA9]"},
      {"characters that no key holds", "/t(PartitionKey='a%23',RowKey='b%3F%C2%80')",
       "entity [t][a#][b?\xC2\x80]"},
      {"spaces kept", "/t(PartitionKey=' a ',RowKey='%20')", "entity [t][ a ][ ]"},
  });
}

BOOST_AUTO_TEST_CASE(RefusesWhatIsNoAddress) {
  CheckAddresses({
      {"one key", "/t(PartitionKey='a')", "InvalidInput"},
      {"three keys", "/t(PartitionKey='a',RowKey='b',RowKey='c')", "InvalidInput"},
      {"same key twice", "/t(RowKey='a',RowKey='b')", "InvalidInput"},
      {"positional", "/t('a')", "InvalidInput"},
      {"two positional", "/t('a','b')", "InvalidInput"},
      {"half positional", "/t(PartitionKey='a','b')", "InvalidInput"},
      {"unknown key", "/t(PartitionKey='a',Row='b')", "InvalidInput"},
      {"names of another case", "/t(partitionkey='a',rowkey='b')", "InvalidInput"},
      {"no comma", "/t(PartitionKey='a'RowKey='b')", "InvalidInput"},
      {"comma at the end", "/t(PartitionKey='a',RowKey='b',)", "InvalidInput"},
      {"comma alone", "/t(,)", "InvalidInput"},
      {"lone quote inside", "/t(PartitionKey='a'b',RowKey='c')", "InvalidInput"},
      {"unterminated literal", "/t(PartitionKey='a',RowKey='b)", "InvalidInput"},
      {"unterminated bracket", "/t(PartitionKey='a',RowKey='b'", "InvalidInput"},
      {"bracket alone", "/t(", "InvalidInput"},
      {"no table", "/(PartitionKey='a',RowKey='b')", "ResourceNotFound"},
      {"no table, and no key", "/(orders)", "ResourceNotFound"},
      {"no table, encoded", "/%28orders", "ResourceNotFound"},
      {"literal without quotes", "/t(PartitionKey=1,RowKey=2)", "InvalidInput"},
      {"text after the bracket", "/t(PartitionKey='a',RowKey='b')x", "InvalidInput"},
      {"table without quotes", "/Tables(orders)", "InvalidInput"},
      {"table by another name", "/Tables(Name='orders')", "InvalidInput"},
      {"two tables", "/Tables('a','b')", "InvalidInput"},
      {"slash in a key", "/t(PartitionKey='a/b',RowKey='c')", "InvalidInput"},
      {"encoded slash in a key", "/t(PartitionKey='a%2Fb',RowKey='c')", "InvalidInput"},
      {"encoded backslash in a key", "/t(PartitionKey='a',RowKey='b%5Cc')", "InvalidInput"},
      {"backslash in a key", "/t(PartitionKey='a\\b',RowKey='c')", "InvalidInput"},
      {"slash at the end", "/orders/", "InvalidInput"},
      {"slash in front", "//orders", "InvalidInput"},
      {"empty segment between", "/orders//x", "InvalidInput"},
      {"segment after the batch", "/$batch/x", "InvalidInput"},
      {"cut off escape", "/orders%2", "InvalidInput"},
      {"escape that is not hexadecimal", "/orders%GG", "InvalidInput"},
      {"not UTF-8", "/t(PartitionKey='%FF',RowKey='b')", "InvalidInput"},
      {"surrogate", "/t(PartitionKey='%ED%A0%80',RowKey='b')", "InvalidInput"},
      {"count", "/orders/$count", "NotImplemented"},
      {"property", "/t(PartitionKey='a',RowKey='b')/Price", "NotImplemented"},
      {"value", "/t(PartitionKey='a',RowKey='b')/Price/$value", "NotImplemented"},
      {"many keys", "/t(" + std::string(100000, ',') + ")", "InvalidInput"},
      {"many quotes", "/t(PartitionKey='" + std::string(100000, '\'') + ",RowKey='')",
       "InvalidInput"},
  });
}

BOOST_AUTO_TEST_CASE(RefusesWithTheTextAndStageOfTheRequestLine) {
  const auto address = ParseAddress("/t(PartitionKey='a%2Fb',RowKey='c')");
  BOOST_REQUIRE(!address);
  BOOST_TEST(address.error().message == "Bad Request - Error in query syntax.");
  BOOST_TEST((address.error().stage == ErrorStage::kRequest));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
