#include "query/row_test.h"

#include "entity/stored_properties.h"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace rowhouse {
namespace {

struct Case {
  const char* filter;
  bool matches;
};

Filter Parsed(std::string_view text, FilterSubject subject = FilterSubject::kEntities) {
  Result<Filter> filter = ParseFilter(text, subject);
  BOOST_REQUIRE_MESSAGE(filter.has_value(), text << ": " << filter.error().message);
  return *std::move(filter);
}

bool Matches(std::string_view text, const StoredEntity& entity) {
  return RowTest(Parsed(text).get()).Matches(entity);
}

// A row with one property of each type.
class Example {
 public:
  Example()
      : properties_(EncodeProperties(std::vector<Property>{
            {"Text", std::string("it's")},
            {"Escaped", std::string("a\"\u00e9\U0001F600")},
            {"Empty", std::string()},
            {"Yes", true},
            {"No", false},
            {"Small", std::int32_t{4}},
            {"Big", std::int64_t{9007199254740993}},
            {"Real", 2.5},
            {"Whole", 3.0},
            {"Nan", std::numeric_limits<double>::quiet_NaN()},
            {"Infinite", -std::numeric_limits<double>::infinity()},
            {"When", *DateTime::Parse("2026-01-01T00:00:00.12Z")},
            {"Second", *DateTime::Parse("2026-01-01T00:00:00Z")},
            {"Id", *Guid::Parse("22222222-2222-2222-2222-222222222222")},
            {"Bytes", Binary{{0x62, 0x69, 0xFF}}},
            {"gr\u00f6\u00dfe", std::int32_t{7}},
        })) {}

  StoredEntity Entity() const {
    return {"p\u00e9", "r1", *DateTime::Parse("2026-02-03T04:05:06.1234567Z"), properties_};
  }

 private:
  std::string properties_;
};

template <std::size_t kCount>
void Check(const Case (&cases)[kCount]) {
  const Example example;
  for (const Case& test : cases) {
    BOOST_TEST(Matches(test.filter, example.Entity()) == test.matches, test.filter);
    BOOST_TEST(Matches("not (" + std::string(test.filter) + ")", example.Entity()) != test.matches,
               "not (" << test.filter << ")");
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(RowTestTest)

BOOST_AUTO_TEST_CASE(SameTypesCompareInTheirOrder) {
  Check({
      {"Text eq 'it''s'", true},
      {"Text ne 'it''s'", false},
      {"Text lt 'it''t'", true},
      {"Text ge 'it'", true},
      {"Text eq 'IT''S'", false},
      {"Text gt 'Z'", true},
      {"Empty eq ''", true},
      {"Empty lt 'a'", true},
      {"Empty gt ''", false},
      {"Escaped eq 'a\"\u00e9\U0001F600'", true},
      {"Escaped gt 'a\"\u00e9'", true},
      {"Escaped lt 'a\"\u00ea'", true},
      {"Escaped lt 'a\"\u00e9\uFF5E'", true},
      {"Escaped ge 'a'", true},
      {"Text gt 'it\u00e9'", false},
      {"Yes eq true", true},
      {"Yes gt false", true},
      {"No lt true", true},
      {"No ne true", true},
      {"Small eq 4", true},
      {"Small gt 3", true},
      {"Small lt -4", false},
      {"Big eq 9007199254740993L", true},
      {"Big gt 9007199254740992L", true},
      {"Real eq 2.5", true},
      {"Real lt 25e-1", false},
      {"Real le 25e-1", true},
      {"When eq datetime'2026-01-01T00:00:00.1200000Z'", true},
      {"When gt datetime'2026-01-01T00:00:00Z'", true},
      {"When lt datetime'2026-01-01T00:00:00.1200001Z'", true},
      {"When gt datetime'2026-01-01T00:00:00.1Z'", true},
      {"When eq datetime'2026-01-01T01:00:00.12+01:00'", true},
      {"Second lt datetime'2026-01-01T00:00:00.0000001Z'", true},
      {"Second eq datetime'2026-01-01'", true},
      {"Second gt datetime'2025-12-31T23:59:59.9999999Z'", true},
      {"Id eq guid'22222222-2222-2222-2222-222222222222'", true},
      {"Id lt guid'A2222222-2222-2222-2222-222222222222'", true},
      {"Id gt guid'22222222-2222-2222-1fff-222222222222'", true},
      {"Bytes eq X'6269FF'", true},
      {"Bytes gt X'6269'", true},
      {"Bytes lt X'626A'", true},
      {"Bytes gt X'62697f'", true},
      {"Bytes ge X''", true},
      {"gr\u00f6\u00dfe eq 7", true},
  });
}

BOOST_AUTO_TEST_CASE(NumbersWidenOnlyWhereTheServiceWidens) {
  Check({
      {"Big gt 5", true},
      {"Big eq 5", false},
      {"Whole eq 3", true},
      {"Whole eq 3L", true},
      {"Whole lt 4", true},
      {"Real gt 2L", true},
      // The truth table of spec 7.5 for an Int32 property 4.
      {"Small eq 4L", false},
      {"Small ne 4L", true},
      {"Small lt 1L", true},
      {"Small ge 1L", false},
      {"Small eq '4'", false},
      {"Small lt 'a'", true},
      {"Small eq 4.0", false},
      {"Small le 1D", true},
      {"Big eq 9007199254740993D", false},
      {"Big lt 1.0", true},
      {"Big gt 1.0", false},
  });
}

BOOST_AUTO_TEST_CASE(OtherTypesAreLessThanAnyLiteral) {
  struct Operand {
    std::string text;
    std::string type;
  };
  const Operand properties[] = {
      {"Text", "string"}, {"Yes", "bool"},      {"Small", "int32"}, {"Big", "int64"},
      {"Real", "double"}, {"When", "datetime"}, {"Id", "guid"},     {"Bytes", "binary"},
  };
  const Operand least_literals[] = {
      {"''", "string"},
      {"false", "bool"},
      {"-2147483648", "int32"},
      {"-9223372036854775808L", "int64"},
      {"-INF", "double"},
      {"datetime'0001-01-01T00:00:00Z'", "datetime"},
      {"guid'00000000-0000-0000-0000-000000000000'", "guid"},
      {"X''", "binary"},
  };
  const std::string comparable = " int64<int32 double<int32 double<int64 ";
  const Example example;
  for (const Operand& property : properties) {
    for (const Operand& literal : least_literals) {
      const bool compares =
          property.type == literal.type ||
          comparable.find(" " + property.type + "<" + literal.type + " ") != std::string::npos;
      const auto holds = [&](const std::string& op) {
        return Matches(property.text + " " + op + " " + literal.text, example.Entity());
      };
      const std::string name = property.text + " and " + literal.text;
      BOOST_TEST(holds("gt") == compares, name);
      BOOST_TEST(holds("ge") == compares, name);
      BOOST_TEST(holds("lt") != compares, name);
      BOOST_TEST(holds("le") != compares, name);
      BOOST_TEST(holds("ne"), name);
      BOOST_TEST(!holds("eq"), name);
    }
  }
}

BOOST_AUTO_TEST_CASE(NanIsUnorderedAndInfinitiesAreExtremes) {
  Check({
      {"Nan eq NaN", false},
      {"Nan ne NaN", true},
      {"Nan lt 1.0", false},
      {"Nan ge 1.0", false},
      {"Nan ne 1", true},
      {"Real lt NaN", false},
      {"Real ne NaN", true},
      {"Infinite eq -INF", true},
      {"Infinite lt -1e308", true},
      {"Real lt INF", true},
      {"Nan lt 'x'", true},
  });
}

BOOST_AUTO_TEST_CASE(AbsentPropertySatisfiesNoComparison) {
  Check({
      {"Gone eq 1", false},
      {"Gone ne 1", false},
      {"Gone lt 'a'", false},
      {"Gone le 1", false},
      {"Gone gt 1", false},
      {"Gone ge 1", false},
      {"Gone", false},
      {"text eq 'it''s'", false},
      {"Tex eq 'it''s'", false},
  });
}

BOOST_AUTO_TEST_CASE(BarePropertyIsTrueForBooleanTrueOnly) {
  Check({
      {"Yes", true},
      {"No", false},
      {"Text", false},
      {"Small", false},
  });
}

BOOST_AUTO_TEST_CASE(SystemPropertiesCompareLikeOthers) {
  Check({
      {"PartitionKey eq 'p\u00e9'", true},
      {"PartitionKey lt 'p\u00ea'", true},
      {"RowKey gt 'r'", true},
      {"RowKey ne 'r1'", false},
      {"Timestamp eq datetime'2026-02-03T04:05:06.1234567Z'", true},
      {"Timestamp lt datetime'2026-02-03T04:05:06.1234568Z'", true},
      {"Timestamp gt datetime'2026-02-03T04:05:06.1234567Z'", false},
  });
}

BOOST_AUTO_TEST_CASE(ConditionsCombine) {
  Check({
      {"true", true},
      {"false or Yes", true},
      {"Yes and No", false},
      {"Yes and No or Small eq 4", true},
      {"Yes and (No or Small eq 4)", true},
      {"not (Yes and No) and not (Small eq 5 or Gone eq 1)", true},
      {"not (Gone eq 1) and not (Gone ne 1)", true},
      {"RowKey eq 'r1' and (Small lt 4 or Real ge 2.5)", true},
      {"RowKey eq 'r2' and Yes", false},
  });
}

BOOST_AUTO_TEST_CASE(NullFilterMatchesEveryRow) {
  const Example example;
  BOOST_TEST(RowTest(nullptr).Matches(example.Entity()));
}

BOOST_AUTO_TEST_CASE(ManyPropertiesAreFoundInOnePass) {
  std::vector<Property> properties;
  std::string filter = "p0 eq 0";
  for (std::int32_t i = 0; i < 250; ++i) {
    properties.push_back({"p" + std::to_string(i), i});
    filter += " and p" + std::to_string(i) + " eq " + std::to_string(i);
  }
  const std::string text = EncodeProperties(properties);
  const StoredEntity entity{"p", "r", {}, text};
  BOOST_TEST(Matches(filter, entity));
  BOOST_TEST(!Matches(filter + " and p249 eq 248", entity));
}

BOOST_AUTO_TEST_CASE(EntityWithoutPropertiesIsTested) {
  const std::string text = EncodeProperties({});
  const StoredEntity entity{"p", "r", {}, text};
  BOOST_TEST(Matches("RowKey eq 'r'", entity));
  BOOST_TEST(!Matches("A ne 'x'", entity));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(MatchesTableTest)

BOOST_AUTO_TEST_CASE(NamesCompareWithoutCase) {
  const Case cases[] = {
      {"TableName eq 'Orders'", true},
      {"TableName eq 'ORDERS'", true},
      {"TableName ne 'orders'", false},
      {"TableName ge 'ord' and TableName lt 'ord{'", true},
      {"TableName ge 'P' and TableName lt 'p{'", false},
      {"TableName eq 'a' or TableName eq 'orders'", true},
      {"'orders' eq TableName", true},
      {"not (TableName eq 'x')", true},
      {"false", false},
      {"true", true},
  };
  for (const Case& test : cases) {
    const Result<bool> matches =
        MatchesTable(*Parsed(test.filter, FilterSubject::kTables), "Orders");
    BOOST_TEST((matches && *matches == test.matches), test.filter);
  }
}

BOOST_AUTO_TEST_CASE(OtherPropertyIsAnInternalErrorWhateverTheRestSays) {
  for (const char* text : {"PartitionKey eq 'x'", "PartitionKey eq 5", "Flag", "tablename eq 'x'",
                           "TableName eq 'nope' and Other eq 1", "true or Other eq 1"}) {
    const Result<bool> matches = MatchesTable(*Parsed(text, FilterSubject::kTables), "orders");
    BOOST_TEST((!matches && matches.error().code == ErrorCode::kInternalError), text);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
