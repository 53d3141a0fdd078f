// Values, entities and mappings.

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <rowhouse/entity.h>
#include <rowhouse/entity_json.h>
#include <rowhouse/entity_mapping.h>
#include <set>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace rowhouse::tables {
namespace {

static_assert(!std::is_constructible_v<Value, unsigned>, "the wire has no unsigned type");
static_assert(!std::is_constructible_v<Value, std::uint64_t>);
static_assert(!std::is_constructible_v<Value, char>);
static_assert(!std::is_constructible_v<Value, int*>, "a pointer is not a truth value");

BOOST_AUTO_TEST_SUITE(ValueTest)

BOOST_AUTO_TEST_CASE(EachCppTypeHasItsEdmType) {
  const std::pair<Value, ValueType> cases[] = {
      {nullptr, ValueType::kNull},
      {"text", ValueType::kString},
      {std::string("text"), ValueType::kString},
      {std::string_view("text"), ValueType::kString},
      {true, ValueType::kBoolean},
      {short{1}, ValueType::kInt32},
      {42, ValueType::kInt32},
      {42L, ValueType::kInt64},
      {42LL, ValueType::kInt64},
      {1.5, ValueType::kDouble},
      {1.5F, ValueType::kDouble},
      {DateTime::Now(), ValueType::kDateTime},
      {std::chrono::system_clock::now(), ValueType::kDateTime},
      {Guid::New(), ValueType::kGuid},
      {Binary{{1}}, ValueType::kBinary},
      {std::vector<std::uint8_t>{1}, ValueType::kBinary},
      {std::optional<int>(), ValueType::kNull},
      {std::optional<int>(1), ValueType::kInt32},
  };
  for (const auto& [value, type] : cases) BOOST_TEST((value.Type() == type), value.ToString());
}

BOOST_AUTO_TEST_CASE(OnlyWhatLosesNothingIsConverted) {
  BOOST_TEST((Value(42).As<std::int64_t>() == 42));
  BOOST_TEST((Value(42).As<double>() == 42.0));
  BOOST_TEST(!Value(std::int64_t{42}).As<std::int32_t>().has_value());
  BOOST_TEST(!Value(std::int64_t{42}).As<double>().has_value());
  BOOST_TEST(!Value(42.0).As<std::int32_t>().has_value());
  BOOST_TEST(!Value("42").As<std::int32_t>().has_value());
  BOOST_TEST(!Value(true).As<std::int32_t>().has_value());
  BOOST_TEST(!Value().As<std::string>().has_value());
}

BOOST_AUTO_TEST_CASE(TextIsForPeople) {
  BOOST_TEST(Value().ToString() == "null");
  BOOST_TEST(Value(true).ToString() == "true");
  BOOST_TEST(Value(-5).ToString() == "-5");
  BOOST_TEST(Value(std::int64_t{9007199254740993}).ToString() == "9007199254740993");
  BOOST_TEST(Value(5.0).ToString() == "5.0");
  BOOST_TEST(Value(Binary{{0, 255}}).ToString() == "AP8=");
  BOOST_TEST(ToString(ValueType::kInt64) == "Edm.Int64");
}

BOOST_AUTO_TEST_CASE(DatesKeepAHundredNanoseconds) {
  const DateTime time = *DateTime::Parse("2026-01-01T00:00:00.1234567Z");
  BOOST_TEST(time.ToString() == "2026-01-01T00:00:00.1234567Z");
  BOOST_TEST((DateTime::FromSystem(time.ToTimePoint()) == time));
  BOOST_TEST((time + DateTime::Ticks(1)).ToString() == "2026-01-01T00:00:00.1234568Z");
  BOOST_TEST((((time + std::chrono::hours(1)) - time) == std::chrono::hours(1)));
  BOOST_TEST((DateTime::Parse("2026-01-01T02:00:00+02:00") == DateTime::Parse("2026-01-01")));
  BOOST_TEST(!DateTime::Parse("yesterday").has_value());
}

// The dates that mean "none" and "never" to many are outside of what system_clock counts.
BOOST_AUTO_TEST_CASE(DatesBeyondTheClockAreNotBent) {
  for (const char* text : {"0001-01-01T00:00:00Z", "1601-01-01T00:00:00Z", "1677-09-21T00:12:43Z",
                           "2262-04-12T00:00:00Z", "9999-12-31T23:59:59.9999999Z"}) {
    const DateTime time = *DateTime::Parse(text);
    BOOST_TEST(time.ToString() == text);
    BOOST_TEST(!time.HasTimePoint(), text);
    BOOST_TEST(!Value(time).As<std::chrono::system_clock::time_point>().has_value(), text);
    const bool is_early = time < DateTime::FromSystem({});
    const auto end = is_early ? std::chrono::system_clock::time_point::min()
                              : std::chrono::system_clock::time_point::max();
    BOOST_TEST((std::chrono::abs(time.ToTimePoint() - end) < std::chrono::microseconds(1)), text);
    Entity entity("p", "r");
    entity["T"] = time;
    BOOST_TEST((entity.Get<DateTime>("T") == time));
    BOOST_CHECK_THROW(entity.Get<std::chrono::system_clock::time_point>("T"), PropertyError);
  }
  for (const char* text : {"1677-09-21T00:12:44Z", "2262-04-11T23:47:16Z"}) {
    const DateTime time = *DateTime::Parse(text);
    BOOST_TEST((DateTime::FromSystem(time.ToTimePoint()) == time), text);
    BOOST_TEST(time.HasTimePoint(), text);
  }
}

BOOST_AUTO_TEST_CASE(GuidsAreRandomAndReadBack) {
  std::set<std::string> seen;
  for (int i = 0; i < 1000; ++i) seen.insert(Guid::New().ToString());
  BOOST_TEST(seen.size() == 1000U);
  for (const std::string& text : seen) {
    BOOST_TEST(text[14] == '4');
    BOOST_TEST(Guid::Parse(text)->ToString() == text);
  }
  BOOST_TEST(!Guid::Parse("x").has_value());
  BOOST_TEST((Binary::ParseBase64("AP8=") == Binary{{0, 255}}));
  BOOST_TEST(!Binary::ParseBase64("A").has_value());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(EntityTest)

BOOST_AUTO_TEST_CASE(AbsentNullAndWrongTypeAreTold) {
  Entity entity("p", "r");
  entity["Age"] = 42;
  entity["Null"] = nullptr;
  const Entity& constant = entity;
  BOOST_TEST(entity.Get<std::int32_t>("Age") == 42);
  BOOST_TEST(entity.Get<std::int64_t>("Age") == 42);
  BOOST_CHECK_THROW(entity.Get<std::string>("Age"), PropertyError);
  BOOST_CHECK_THROW(entity.Get<std::int32_t>("Missing"), PropertyError);
  BOOST_CHECK_THROW(entity.Get<std::int32_t>("Null"), PropertyError);
  BOOST_TEST(!entity.TryGet<std::int32_t>("Missing").has_value());
  BOOST_TEST(!entity.TryGet<std::int32_t>("Null").has_value());
  BOOST_CHECK_THROW(entity.TryGet<bool>("Age"), PropertyError);
  BOOST_TEST(entity.GetOr<std::int32_t>("Missing", 7) == 7);
  BOOST_TEST(entity.GetOr<std::int32_t>("Age", 7) == 42);
  BOOST_TEST(!entity.Has("Null"));
  BOOST_TEST(constant["Missing"].IsNull());
  BOOST_TEST(entity.AllProperties().size() == 2U);
  BOOST_TEST(entity.Remove("Age"));
  BOOST_TEST(!entity.Remove("Age"));
  try {
    static_cast<void>(constant.Get<bool>("Gone"));
    BOOST_ERROR("must throw");
  } catch (const PropertyError& error) {
    BOOST_TEST(error.what() == std::string("property 'Gone' is absent or null, not Edm.Boolean"));
    BOOST_TEST(error.Property() == "Gone");
  }
}

BOOST_AUTO_TEST_CASE(KeysAreNoProperties) {
  Entity entity("p", "r");
  for (const char* name : {"PartitionKey", "RowKey", "Timestamp"}) {
    BOOST_CHECK_THROW(entity[name] = "x", std::invalid_argument);
  }
}

BOOST_AUTO_TEST_CASE(EqualityIsOfKeysAndProperties) {
  Entity left("p", "r");
  left["A"] = 1;
  left["B"] = 2;
  Entity right("p", "r");
  right["B"] = 2;
  right["A"] = 1;
  right["C"] = nullptr;
  right.SetETag(ETag("x"));
  BOOST_TEST((left == right));
  right["A"] = std::int64_t{1};
  BOOST_TEST((left != right));
}

BOOST_AUTO_TEST_CASE(KeysAreOrderedAsTheServiceDoes) {
  const EntityKey emoji{"\xF0\x9F\x98\x80", ""};
  const EntityKey high{"\xEF\xBF\xBD", ""};
  BOOST_TEST((emoji < high));  // by UTF-16 units, not by bytes
  BOOST_TEST((EntityKey{"a", "b"} < EntityKey{"a", "c"}));
}

BOOST_AUTO_TEST_CASE(TypedJsonKeepsEveryTypeAndIsStable) {
  const std::string text =
      R"({"PartitionKey":"p","RowKey":"r","Age":42,"Big@odata.type":"Edm.Int64",)"
      R"("Big":"9007199254740993","Whole":5.0,"When@odata.type":"Edm.DateTime",)"
      R"("When":"2026-01-01T00:00:00Z","Ok":true,"Text":"hé"})";
  const Entity entity = FromTypedJson(text);
  BOOST_TEST(ToTypedJson(entity) == text);
  BOOST_TEST(entity.Get<std::int64_t>("Big") == 9007199254740993);
  BOOST_TEST((entity["Whole"].Type() == ValueType::kDouble));
  for (const char* bad :
       {"", "[]", "{}", R"({"PartitionKey":"p"})",
        R"({"PartitionKey":"p","RowKey":"r","A@odata.type":"Edm.Guid","A":"x"})"}) {
    BOOST_CHECK_THROW(FromTypedJson(bad), std::invalid_argument);
  }
  BOOST_TEST(ToTypedJson(Entity("p", "r")) == R"({"PartitionKey":"p","RowKey":"r"})");
}

BOOST_AUTO_TEST_CASE(TypedJsonIsUtf8ButForWhatCannotBeShown) {
  Entity entity("p\u00e9", "\U0001F600");
  entity["T\u00e9xt"] = "\\u00e9 \u0085 \u00ad \u061c \u200b \u200f \u2028 \u2060 \u2069 \x01 \"";
  const std::string text = ToTypedJson(entity);
  BOOST_TEST(text ==
             "{\"PartitionKey\":\"p\u00e9\",\"RowKey\":\"\U0001F600\",\"T\u00e9xt\":"
             "\"\\\\u00e9 \\u0085 \\u00ad \\u061c \\u200b \\u200f \\u2028 \\u2060 \\u2069 \\u0001 "
             "\\\"\"}");
  BOOST_TEST((FromTypedJson(text) == entity));
}

BOOST_AUTO_TEST_CASE(IntegersInJsonAreNotRounded) {
  const auto read = [](const std::string& number) {
    return FromTypedJson(R"({"PartitionKey":"p","RowKey":"r","N":)" + number + "}")["N"];
  };
  BOOST_TEST((read("9007199254740993") == Value(std::int64_t{9007199254740993})));
  BOOST_TEST((read("-9223372036854775808") == Value(std::numeric_limits<std::int64_t>::min())));
  BOOST_TEST((read("5000000000") == Value(5e9)));
  BOOST_TEST((read("9007199254740992") == Value(9007199254740992.0)));
  BOOST_TEST((read("1e300") == Value(1e300)));
  BOOST_CHECK_THROW(read("9223372036854775808"), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(SystemPropertiesInJsonAreKept) {
  const Entity entity = FromTypedJson(
      R"({"odata.etag":"W/\"x\"","PartitionKey":"p","RowKey":"r","Timestamp":"2026-01-01T00:00:00Z"})");
  BOOST_TEST(entity.ETag().ToString() == "W/\"x\"");
  BOOST_TEST((entity.Timestamp() == DateTime::Parse("2026-01-01T00:00:00Z")));
  BOOST_TEST(ToTypedJson(entity) == R"({"PartitionKey":"p","RowKey":"r"})");
}

BOOST_AUTO_TEST_SUITE_END()

struct Person {
  std::string country;
  std::string name;
  std::int32_t born = 0;
  std::optional<double> height;
};

BOOST_AUTO_TEST_SUITE(EntityMappingTest)

BOOST_AUTO_TEST_CASE(AStructGoesThereAndBack) {
  const auto people = EntityMapping<Person>()
                          .PartitionKey(&Person::country)
                          .RowKey(&Person::name)
                          .Property("Born", &Person::born)
                          .Property("Height", &Person::height);
  const Entity entity = people.ToEntity({"uk", "ada", 1815, std::nullopt});
  BOOST_TEST(entity.PartitionKey() == "uk");
  BOOST_TEST(entity.Get<std::int32_t>("Born") == 1815);
  BOOST_TEST(!entity.Has("Height"));
  const Person ada = people.FromEntity(entity);
  BOOST_TEST(ada.name == "ada");
  BOOST_TEST(ada.born == 1815);
  BOOST_TEST(!ada.height.has_value());
  BOOST_CHECK_THROW(people.FromEntity(Entity("uk", "x")), PropertyError);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rowhouse::tables
