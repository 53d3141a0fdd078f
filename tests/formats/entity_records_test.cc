#include "formats/entity_records.h"

#include "formats/big_integers.h"

#include <boost/test/unit_test.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace rowhouse {
namespace {

// "table entity" of each record, "line! what" of each fault.
std::vector<std::string> ReadAll(const std::string& text, const std::string& account = {}) {
  std::istringstream in(text);
  EntityRecords records(in, account);
  std::vector<std::string> result;
  while (const auto record = records.Next()) {
    result.push_back(*record ? (*record)->table + " " + std::string((*record)->entity)
                             : std::to_string(record->error().line) + "! " + record->error().what);
  }
  return result;
}

std::string Collection(const std::string& name, const std::string& rows) {
  return R"({"name":")" + name + R"(","data":[)" + rows + "]}";
}

std::string Database(const std::string& collections) {
  return R"({"filename":"x","collections":[)" + collections + "]}";
}

const std::string kRow = R"({"PartitionKey":"p","RowKey":"r","properties":{"A":1}})";
const std::string kEntity = R"({"PartitionKey":"p","RowKey":"r","A":1})";

BOOST_AUTO_TEST_SUITE(EntityRecordsTest)

BOOST_AUTO_TEST_CASE(HeadersNameTheTableOfWhatFollows) {
  const std::vector<std::string> expected = {" {}", "People ", "People {\"a\":1}",
                                             "4! an export of a version other "
                                             "than 1; use the rowhouse that wrote it",
                                             "People {}"};
  BOOST_TEST(ReadAll("{}\n{\"rowhouse\":\"export\",\"version\":1,\"table\":\"People\"}\n{\"a\":1}\n"
                     "{\"rowhouse\":\"export\",\"version\":2}\n{}\n") == expected,
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(DatabasesNameAllTablesAndThoseOfOneAccount) {
  const std::string text = Database(
      Collection("$TABLES_COLLECTION$",
                 R"({"account":"one","table":"People"},{"account":"two","table":"Pets"})") +
      "," + Collection("$SERVICES_COLLECTION$", R"({"a":[1]})") + "," +
      Collection("one$People", kRow) + "," + Collection("two$Pets", kRow));
  const std::vector<std::string> all = {"People ", "Pets ", "People " + kEntity, "Pets " + kEntity};
  const std::vector<std::string> one = {"Pets ", "Pets " + kEntity};
  BOOST_TEST(ReadAll(text) == all, boost::test_tools::per_element());
  BOOST_TEST(ReadAll(text, "two") == one, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(AnAccountWithoutTablesIsAFault) {
  const std::vector<std::string> fault = {
      "1! the database has no table of the account three, but of one"};
  BOOST_TEST(ReadAll(Database(Collection("one$People", kRow)), "three") == fault,
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(ATableOfTwoAccountsIsRefused) {
  const std::string text =
      Database(Collection("one$People", kRow) + "," + Collection("two$people", kRow));
  const std::vector<std::string> both = {
      "People " + kEntity,
      "1! the accounts one and two both have a table people: choose one of them"};
  BOOST_TEST(ReadAll(text) == both, boost::test_tools::per_element());
  BOOST_TEST(ReadAll(text, "one").size() == 1U);
}

BOOST_AUTO_TEST_CASE(IntegersThatWouldBeRoundedAreFound) {
  for (const char* const exact :
       {"1", "9007199254740992", "-9007199254740992", "1234567890123456789.0",
        "\"9007199254740993\"", "5,\"N@odata.type\":\"Edm.Int64\",\"Text\":\"9007199254740993\"",
        "null"}) {
    BOOST_TEST(!FindBigInteger(std::string("{\"N\":") + exact + "}").has_value(), exact);
  }
  for (const char* const big : {"9007199254740993", "-9007199254740993", "92233720368547758080"}) {
    const auto found = FindBigInteger(std::string("{\"N\":") + big + "}");
    BOOST_TEST_REQUIRE(found.has_value(), big);
    BOOST_TEST(found->starts_with(std::string("N: ") + big + " would be rounded"));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rowhouse
