#include "cli/outcome/command_error.h"
#include "cli/query/cell_text.h"
#include "cli/query/changes.h"
#include "cli/query/group_counts.h"
#include "cli/text/pretty_json.h"

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <limits>
#include <string>
#include <vector>

namespace rowhouse::cli {
namespace {

using tables::Entity;
using tables::Value;

Entity With(const std::string& row, const Value& value) {
  Entity entity("p", row);
  entity["A"] = value;
  return entity;
}

std::string RowsBy(const std::string& order, std::vector<Entity> entities) {
  SortEntities(entities, ParseSortKeys(order));
  std::string rows;
  for (const Entity& entity : entities) rows += entity.RowKey();
  return rows;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(QueryPartsTest)

BOOST_AUTO_TEST_CASE(SortsValuesOfAllTypes) {
  const std::vector<Entity> entities = {With("a", "x"),
                                        With("b", 5),
                                        With("c", std::int64_t{9007199254740993}),
                                        With("d", 9007199254740992.0),
                                        With("e", nullptr),
                                        With("f", true),
                                        With("g", -1.5),
                                        With("h", std::numeric_limits<double>::quiet_NaN()),
                                        With("i", "Y"),
                                        With("j", *tables::DateTime::Parse("2026-01-01"))};
  BOOST_TEST(RowsBy("A", entities) == "efhgbdcjia");
  BOOST_TEST(RowsBy("A desc", entities) == "aijcdbghfe");
  BOOST_TEST(RowsBy("RowKey DESC", entities) == "jihgfedcba");
  BOOST_TEST(RowsBy("Nothing, RowKey desc", entities) == "jihgfedcba");
  BOOST_TEST(RowsBy("Nothing", entities) == "abcdefghij");  // keeps the order
}

BOOST_AUTO_TEST_CASE(RefusesOtherDirections) {
  for (const char* text : {"A down", "A asc desc", ",A", " "}) {
    BOOST_CHECK_THROW(ParseSortKeys(text), CommandError);
  }
}

BOOST_AUTO_TEST_CASE(CountsGroupsAndProperties) {
  GroupCounts counts({"A"});
  PropertySummary summary;
  for (const Entity& entity : {With("1", "x"), With("2", "y"), With("3", "y"), With("4", 7)}) {
    counts.Add(entity);
    summary.Add(entity);
  }
  BOOST_TEST(counts.Table().ToString(Terminal{.unicode = false}) ==
             "A  Count\n-  -----\ny      2\n7      1\nx      1\n");
  BOOST_TEST(summary.Table().ToString(Terminal{.unicode = false}) ==
             "Property      Type        Entities  Share\n"
             "------------  ----------  --------  -----\n"
             "PartitionKey  Edm.String         4  100 %\n"
             "RowKey        Edm.String         4  100 %\n"
             "A             Edm.String         3   75 %\n"
             "A             Edm.Int32          1   25 %\n");
}

BOOST_AUTO_TEST_CASE(GroupsAreBounded) {
  GroupCounts counts({"A"});
  for (std::size_t number = 0; number < GroupCounts::kMax; ++number) {
    counts.Add(With("r", std::to_string(number)));
  }
  counts.Add(With("r", "0"));
  BOOST_CHECK_THROW(counts.Add(With("r", "one more")), CommandError);
}

BOOST_AUTO_TEST_CASE(ChangesAreSeenOnce) {
  using std::chrono::seconds;
  const tables::DateTime begin = *tables::DateTime::Parse("2026-01-01T00:00:00Z");
  const auto written = [](const std::string& row, tables::DateTime time) {
    Entity entity("p", row);
    entity.SetTimestamp(time);
    return entity;
  };
  ChangeWindow window(begin);
  BOOST_TEST(window.Take(written("a", begin + seconds(10))));
  BOOST_TEST(!window.Take(written("a", begin + seconds(10))));
  BOOST_TEST(window.Take(written("b", begin + seconds(9))));  // became visible later
  BOOST_TEST(window.Take(written("a", begin + seconds(11))));
  BOOST_TEST((window.From() > begin && window.From() <= begin + seconds(9)));
  BOOST_TEST(window.Take(written("c", begin + seconds(100))));
  BOOST_TEST((window.From() > begin + seconds(90)));
}

BOOST_AUTO_TEST_CASE(JsonHasALineForEachMember) {
  BOOST_TEST(JsonInLines(R"({"A":1,"B@odata.type":"Edm.Int64","B":"5","C":3.0,"D":"x\"ü\n"})") ==
             "{\n  \"A\": 1,\n  \"B@odata.type\": \"Edm.Int64\",\n  \"B\": \"5\",\n  \"C\": 3.0,\n"
             "  \"D\": \"x\\\"ü\\n\"\n}\n");
  BOOST_CHECK_THROW(JsonInLines("[1]"), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::cli
