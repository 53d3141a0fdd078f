#include "entity/stored_properties.h"

#include "base/unicode.h"
#include "entity/storable.h"
#include "tests/entity/random_values.h"

#include <boost/test/unit_test.hpp>
#include <iostream>
#include <map>

namespace rowhouse {

namespace {

using namespace std::string_view_literals;
using testing::Random;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct OrdinalLess {
  bool operator()(const std::string& left, const std::string& right) const {
    return CompareOrdinal(left, right) < 0;
  }
};
using PropertyMap = std::map<std::string, EdmValue, OrdinalLess>;

PropertyMap ToMap(const std::vector<Property>& properties) {
  PropertyMap map;
  for (const Property& property : properties) map[property.name] = property.value;
  return map;
}

std::vector<Property> ToList(const PropertyMap& map) {
  std::vector<Property> list;
  for (const auto& [name, value] : map) list.push_back({name, value});
  return list;
}

Random SeededRandom() {
  const unsigned seed = std::random_device{}();
  std::cout << "StoredPropertiesTest seed " << seed << '\n';
  return Random(seed);
}

std::string Encode(const std::string& name, EdmValue value) {
  const Property property{name, std::move(value)};
  return EncodeProperties({&property, 1});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(StoredPropertiesTest)

BOOST_AUTO_TEST_CASE(SpellsEachTypeAsTheServiceDoes) {
  struct Row {
    EdmValue value;
    std::string_view text;
  };
  const Row rows[] = {
      {std::string("a\"\\/\n\x01\x7f'<&"), R"({"P":"a\"\\/\n\u0001)"
                                           "\x7f"
                                           R"('<&"})"},
      {std::string("\u00e9\U0001F600"), R"({"P":"\u00e9\ud83d\ude00"})"},
      {true, R"({"P":true})"},
      {std::int32_t{-7}, R"({"P":-7})"},
      {std::int64_t{9007199254740993}, R"({"P@odata.type":"Edm.Int64","P":"9007199254740993"})"},
      {5.0, R"({"P":5.0})"},
      {1e15, R"({"P":1E+15})"},
      {-kInfinity, R"({"P@odata.type":"Edm.Double","P":"-Infinity"})"},
      {*DateTime::Parse("2025-12-31T00:00:00.10Z"),
       R"({"P@odata.type":"Edm.DateTime","P":"2025-12-31T00:00:00.1Z"})"},
      {*Guid::Parse("C9DA6455-213D-42C9-9A79-3E9149A57833"),
       R"({"P@odata.type":"Edm.Guid","P":"c9da6455-213d-42c9-9a79-3e9149a57833"})"},
      {Binary{{1, 2}}, R"({"P@odata.type":"Edm.Binary","P":"AQI="})"},
  };
  for (const Row& row : rows) BOOST_TEST(Encode("P", row.value) == row.text);
  BOOST_TEST(EncodeProperties({}) == "{}");
  BOOST_TEST(Encode("\u00e9", 1) == R"({"\u00e9":1})");
}

BOOST_AUTO_TEST_CASE(CursorShowsEachMember) {
  const std::string_view text =
      R"({"Qty":3,"Big@odata.type":"Edm.Int64","Big":"42","Note":"a\",\\","Ok":true,)"
      R"("Nan@odata.type":"Edm.Double","Nan":"NaN","Half":0.5,"E":1E+15,"\u00e9":-1})";
  struct Row {
    std::string_view name;
    EdmType type;
    std::string_view value;
    std::string_view member;
  };
  const Row rows[] = {
      {"Qty", EdmType::kInt32, "3", R"("Qty":3)"},
      {"Big", EdmType::kInt64, R"("42")", R"("Big@odata.type":"Edm.Int64","Big":"42")"},
      {"Note", EdmType::kString, R"("a\",\\")", R"("Note":"a\",\\")"},
      {"Ok", EdmType::kBoolean, "true", R"("Ok":true)"},
      {"Nan", EdmType::kDouble, R"("NaN")", R"("Nan@odata.type":"Edm.Double","Nan":"NaN")"},
      {"Half", EdmType::kDouble, "0.5", R"("Half":0.5)"},
      {"E", EdmType::kDouble, "1E+15", R"("E":1E+15)"},
      {R"(\u00e9)", EdmType::kInt32, "-1", R"("\u00e9":-1)"},
  };
  StoredPropertyCursor cursor(text);
  for (const Row& row : rows) {
    BOOST_REQUIRE(cursor.Next());
    BOOST_TEST(cursor.Current().name == row.name);
    BOOST_TEST((cursor.Current().type == row.type), row.name);
    BOOST_TEST(cursor.Current().value == row.value);
    BOOST_TEST(cursor.Current().member == row.member);
  }
  BOOST_TEST(!cursor.Next());
  BOOST_TEST(!cursor.Next());
  BOOST_TEST(!StoredPropertyCursor("{}").Next());
}

BOOST_AUTO_TEST_CASE(CursorStopsAtTextThatWasNeverStored) {
  const std::string whole = Encode("Big", std::int64_t{42});
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::string cut = whole.substr(0, size);
    StoredPropertyCursor cursor(cut);
    int members = 0;
    while (cursor.Next()) ++members;
    BOOST_TEST(members <= 1);
  }
}

BOOST_AUTO_TEST_CASE(ReadsBackRandomProperties) {
  Random random = SeededRandom();
  for (int round = 0; round < 3000; ++round) {
    const std::vector<Property> properties = testing::RandomProperties(random);
    const std::string text = EncodeProperties(properties);
    BOOST_REQUIRE_MESSAGE(testing::SameProperties(DecodeProperties(text), properties), text);
  }
}

BOOST_AUTO_TEST_CASE(ReadsBackNan) {
  const std::vector<Property> read = DecodeProperties(Encode("P", std::nan("")));
  BOOST_REQUIRE(read.size() == 1);
  BOOST_TEST(std::isnan(std::get<double>(read[0].value)));
}

BOOST_AUTO_TEST_CASE(SortsByNameInOrdinalOrder) {
  BOOST_TEST(SortProperties(R"({"b":1,"\u00e9":2,"Z":3,"ab":4,"a":5,"a\u00e9":6})") ==
             R"({"Z":3,"a":5,"ab":4,"a\u00e9":6,"b":1,"\u00e9":2})");
  BOOST_TEST(SortProperties("{}") == "{}");
  BOOST_TEST(SortProperties(R"({"A":1})") == R"({"A":1})");
  BOOST_TEST(SortProperties(R"({"A":1,"B":2,"C":3})") == R"({"A":1,"B":2,"C":3})");
  BOOST_TEST(SortProperties(R"({"A":1,"C":3,"B":2})") == R"({"A":1,"B":2,"C":3})");
}

BOOST_AUTO_TEST_CASE(MergeLetsThePatchWin) {
  BOOST_TEST(MergeProperties(R"({"c":1,"a@odata.type":"Edm.Int64","a":"2"})",
                             R"({"b":3,"a":"new type"})") == R"({"a":"new type","b":3,"c":1})");
  BOOST_TEST(MergeProperties("{}", R"({"b":1,"a":2})") == R"({"a":2,"b":1})");
  BOOST_TEST(MergeProperties(R"({"b":1,"a":2})", "{}") == R"({"a":2,"b":1})");
  BOOST_TEST(MergeProperties("{}", "{}") == "{}");
}

BOOST_AUTO_TEST_CASE(SortAndMergeAgreeWithAMap) {
  Random random = SeededRandom();
  for (int round = 0; round < 2000; ++round) {
    const std::vector<Property> stored = testing::RandomProperties(random);
    const std::vector<Property> patch = testing::RandomProperties(random);
    PropertyMap merged = ToMap(patch);
    merged.merge(ToMap(stored));
    BOOST_REQUIRE(SortProperties(EncodeProperties(stored)) ==
                  EncodeProperties(ToList(ToMap(stored))));
    BOOST_REQUIRE(MergeProperties(EncodeProperties(stored), EncodeProperties(patch)) ==
                  EncodeProperties(ToList(merged)));
  }
}

// Wherever the character is, since several are examined at once.
BOOST_AUTO_TEST_CASE(EscapesACharacterAtEveryPlace) {
  const std::pair<const char*, const char*> cases[] = {
      {"\"", "\\\""}, {"\\", "\\\\"}, {"\x1F", "\\u001f"}, {"\x7F", "\x7F"}, {"\u00e9", "\\u00e9"}};
  for (const auto& [character, escaped] : cases) {
    for (std::size_t place = 0; place < 40; ++place) {
      std::string out;
      AppendJsonString(out, std::string(place, '!') + character + std::string(39 - place, '~'));
      BOOST_REQUIRE(out ==
                    '"' + std::string(place, '!') + escaped + std::string(39 - place, '~') + '"');
    }
  }
}

BOOST_AUTO_TEST_CASE(WritesTextThatIsNotUtf8Harmlessly) {
  std::string out;
  AppendJsonString(out, "a\x80\xC3(\xF0\x9F\x98");
  BOOST_TEST(out == R"("a\ufffd\ufffd(\ufffd\ufffd\ufffd")");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(CheckStorableTest)

namespace {

struct LimitRow {
  const char* name;
  std::string partition_key;
  std::vector<Property> properties;
  std::optional<ErrorCode> refused;
};

void CheckLimit(const LimitRow& row) {
  BOOST_TEST_CONTEXT(row.name) {
    const Status status = CheckStorable(row.partition_key, "", EncodeProperties(row.properties));
    BOOST_TEST(status.has_value() == !row.refused.has_value());
    if (status || !row.refused) return;
    BOOST_TEST((status.error().code == *row.refused));
    BOOST_TEST((status.error().stage == ErrorStage::kStorage));
  }
}

std::string Repeat(std::string_view piece, std::size_t count) {
  std::string text;
  while (count-- > 0) text += piece;
  return text;
}

std::vector<Property> Many(std::size_t count, const EdmValue& value) {
  std::vector<Property> properties;
  for (std::size_t index = 0; index < count; ++index) {
    properties.push_back({"p" + std::to_string(index), value});
  }
  return properties;
}

// Fifteen full strings and one that makes the entity `bytes` big by the service's formula.
std::vector<Property> EntityOf(std::size_t bytes) {
  std::vector<Property> properties;
  std::size_t size = 4;
  for (char name = 'a'; name <= 'o'; ++name) {
    properties.push_back({std::string(1, name), std::string(32768, 'x')});
    size += 8 + 2 + 2 * 32768 + 4;
  }
  properties.push_back({"z", Binary{std::vector<std::uint8_t>(bytes - size - 8 - 2 - 4)}});
  return properties;
}

}  // namespace

BOOST_AUTO_TEST_CASE(MeasuresInTheUnitsOfTheService) {
  using enum ErrorCode;
  const LimitRow rows[] = {
      {"nothing at all", "", {}, {}},
      {"longest key", Repeat("\u00e9", 1024), {}, {}},
      {"key too long", std::string(1025, 'k'), {}, kPropertyValueTooLarge},
      {"supplementary key too long", Repeat("\U0001F600", 513), {}, kPropertyValueTooLarge},
      {"longest string", "", {{"P", std::string(32768, 'x')}}, {}},
      {"string too long", "", {{"P", std::string(32769, 'x')}}, kPropertyValueTooLarge},
      {"longest escaped string", "", {{"P", Repeat("\u00e9", 32768)}}, {}},
      {"escaped string too long", "", {{"P", Repeat("\"", 32769)}}, kPropertyValueTooLarge},
      {"longest supplementary string", "", {{"P", Repeat("\U0001F600", 16384)}}, {}},
      {"supplementary string too long",
       "",
       {{"P", Repeat("\U0001F600", 16384) + "x"}},
       kPropertyValueTooLarge},
      {"largest binary", "", {{"P", Binary{std::vector<std::uint8_t>(65536)}}}, {}},
      {"binary too large",
       "",
       {{"P", Binary{std::vector<std::uint8_t>(65537)}}},
       kPropertyValueTooLarge},
      {"most properties", "", Many(252, true), {}},
      {"too many properties", "", Many(253, true), kTooManyProperties},
      {"largest entity", "", EntityOf(1048576), {}},
      {"entity too large", "", EntityOf(1048577), kEntityTooLarge},
      {"the key counts twice", "kk", EntityOf(1048576 - 3), kEntityTooLarge},
      {"one string larger than any entity",
       "",
       {{"P", std::string(1048576, 'x')}},
       kEntityTooLarge},
      {"one binary larger than any entity",
       "",
       {{"P", Binary{std::vector<std::uint8_t>(1048576)}}},
       kEntityTooLarge},
      {"string of the size of an entity",
       "",
       {{"P", std::string(524288 - 9, 'x')}},
       kPropertyValueTooLarge},
      {"one unit more", "", {{"P", std::string(524288 - 8, 'x')}}, kEntityTooLarge},
      {"a value and the entity too large", "", Many(8, std::string(70000, 'x')), kEntityTooLarge},
      {"key larger than any entity", std::string(1048576, 'k'), {}, kEntityTooLarge},
      {"sixteen full strings", "", Many(16, std::string(32768, 'x')), kEntityTooLarge},
  };
  for (const LimitRow& row : rows) CheckLimit(row);
}

BOOST_AUTO_TEST_CASE(SumsEveryType) {
  // Beside its value each costs 16 bytes: 8, and 2 for each of the name's four units.
  const EdmValue values[] = {std::string(), false,      1,      std::int64_t{1},
                             1.5,           DateTime{}, Guid{}, Binary{}};
  const std::size_t sizes[] = {4, 1, 4, 8, 8, 8, 16, 4};
  for (std::size_t index = 0; index < std::size(values); ++index) {
    std::vector<Property> exact = EntityOf(1048576 - 16 - sizes[index]);
    exact.push_back({"name", values[index]});
    BOOST_TEST(CheckStorable("", "", EncodeProperties(exact)).has_value());
    exact.back().name += '_';
    BOOST_TEST(!CheckStorable("", "", EncodeProperties(exact)).has_value());
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
