#include "entity/entity_json.h"
#include "entity/limits.h"
#include "entity/stored_properties.h"
#include "tests/entity/random_values.h"

#include <boost/test/unit_test.hpp>
#include <iostream>

namespace rowhouse {

namespace {

using namespace std::string_literals;
using testing::Random;

constexpr const char* kUnreadable = "An error occurred while processing this request.";

// Both ways to read a body agree.
void CheckStoredForm(std::string_view body, KeyMembers keys = KeyMembers::kRead) {
  const Result<EntityInput> input = ParseEntity(body, keys);
  const Result<EntityText> stored = ParseStoredEntity(body, keys);
  BOOST_REQUIRE(input.has_value() == stored.has_value());
  if (!input) {
    BOOST_REQUIRE((input.error().code == stored.error().code));
    BOOST_REQUIRE(input.error().message == stored.error().message);
    return;
  }
  BOOST_REQUIRE((input->partition_key == stored->partition_key));
  BOOST_REQUIRE((input->row_key == stored->row_key));
  BOOST_REQUIRE(EncodeProperties(input->properties) == stored->properties);
}

// Stored text of what `body` holds, or the code of its refusal.
std::string Outcome(std::string_view body) {
  CheckStoredForm(body);
  const Result<EntityInput> input = ParseEntity(body);
  if (!input) return std::string(ToWire(input.error().code).code);
  return EncodeProperties(input->properties);
}

struct Row {
  const char* name;
  std::string body;
  std::string outcome;
};

template <std::size_t kCount>
void CheckRows(const Row (&rows)[kCount]) {
  for (const Row& row : rows) {
    BOOST_TEST_CONTEXT(row.name) { BOOST_TEST(Outcome(row.body) == row.outcome); }
  }
}

std::string Nested(std::size_t depth) {
  return std::string(depth, '[') + "1" + std::string(depth, ']');
}

// {"p0":VALUE,"p1":VALUE,...}
std::string Members(std::size_t count, std::string_view value) {
  std::string body = "{";
  for (std::size_t index = 0; index < count; ++index) {
    if (index > 0) body += ',';
    body.append("\"p").append(std::to_string(index)).append("\":").append(value);
  }
  return body + "}";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ParseEntityTest)

BOOST_AUTO_TEST_CASE(InfersTypesFromTokens) {
  const Row rows[] = {
      {"empty object", "{}", "{}"},
      {"string", R"({"P":"2026-01-01T00:00:00Z"})", R"({"P":"2026-01-01T00:00:00Z"})"},
      {"booleans", R"({"P":true,"Q":false})", R"({"P":true,"Q":false})"},
      {"Int32", R"({"P":3})", R"({"P":3})"},
      {"smallest Int32", R"({"P":-2147483648})", R"({"P":-2147483648})"},
      {"largest Int32", R"({"P":2147483647})", R"({"P":2147483647})"},
      {"negative zero", R"({"P":-0})", R"({"P":0})"},
      {"fraction", R"({"P":3.0})", R"({"P":3.0})"},
      {"exponent", R"({"P":1e5})", R"({"P":100000.0})"},
      {"beyond Int32", R"({"P":2147483648})", R"({"P":2147483648.0})"},
      {"beyond Int64", R"({"P":100000000000000000000})", R"({"P":1E+20})"},
      {"underflow", R"({"P":1e-400})", R"({"P":0.0})"},
      {"null is left out", R"({"P":null,"Q":1})", R"({"Q":1})"},
      {"escapes", R"({"P":"\u00E9\ud83d\ude00\/\n\u0000"})",
       R"({"P":"\u00e9\ud83d\ude00/\n\u0000"})"},
      {"UTF-8", "{\"P\":\"\u00e9\U0001F600\"}", R"({"P":"\u00e9\ud83d\ude00"})"},
      {"white space", " \t\r\n{ \"P\" : 1 , \"Q\" : \"x\" } \n", R"({"P":1,"Q":"x"})"},
      {"byte order mark", "\xEF\xBB\xBF{\"P\":1}", R"({"P":1})"},
  };
  CheckRows(rows);
}

BOOST_AUTO_TEST_CASE(ConvertsAnnotatedValues) {
  const auto annotated = [](std::string_view type, std::string_view value) {
    return R"({"P":)" + std::string(value) + R"(,"P@odata.type":"Edm.)" + std::string(type) +
           R"("})";
  };
  const std::string guid =
      R"({"P@odata.type":"Edm.Guid","P":"c9da6455-213d-42c9-9a79-3e9149a57833"})";
  const Row rows[] = {
      {"Int32", annotated("Int32", "3"), R"({"P":3})"},
      {"Int32 as text", annotated("Int32", R"(" +3 ")"), R"({"P":3})"},
      {"Int32 out of range", annotated("Int32", "2147483648"), "InvalidInput"},
      {"Int32 with a fraction", annotated("Int32", "1.0"), "InvalidInput"},
      {"Int32 as a boolean", annotated("Int32", "true"), "InvalidInput"},
      {"Int64", annotated("Int64", R"("9223372036854775807")"),
       R"({"P@odata.type":"Edm.Int64","P":"9223372036854775807"})"},
      {"Int64 with space and sign", annotated("Int64", R"(" -5 ")"),
       R"({"P@odata.type":"Edm.Int64","P":"-5"})"},
      {"bare Int64", annotated("Int64", "42"), R"({"P@odata.type":"Edm.Int64","P":"42"})"},
      {"Int64 out of range", annotated("Int64", R"("9223372036854775808")"), "InvalidInput"},
      {"Int64 with a fraction", annotated("Int64", "1.0"), "InvalidInput"},
      {"two signs", annotated("Int64", R"("+-5")"), "InvalidInput"},
      {"Double from an integer", annotated("Double", "5"), R"({"P":5.0})"},
      {"Double as text", annotated("Double", R"("1.23456789012346e+24")"),
       R"({"P":1.23456789012346E+24})"},
      {"NaN", annotated("Double", R"("NaN")"), R"({"P@odata.type":"Edm.Double","P":"NaN"})"},
      {"Infinity", annotated("Double", R"("-Infinity")"),
       R"({"P@odata.type":"Edm.Double","P":"-Infinity"})"},
      {"INF is for filters", annotated("Double", R"("INF")"), "InvalidInput"},
      {"Double overflow", annotated("Double", R"("1.797693134862316e308")"), "InvalidInput"},
      {"Double as a boolean", annotated("Double", "true"), "InvalidInput"},
      {"Boolean", annotated("Boolean", "true"), R"({"P":true})"},
      {"Boolean as text", annotated("Boolean", R"("FALSE")"), R"({"P":false})"},
      {"Boolean as a number", annotated("Boolean", "1"), "InvalidInput"},
      {"String", annotated("String", R"("x")"), R"({"P":"x"})"},
      {"String as a number", annotated("String", "1"), "InvalidInput"},
      {"Guid", annotated("Guid", R"("{C9DA6455-213D-42C9-9A79-3E9149A57833}")"), guid},
      {"Guid of other text", annotated("Guid", R"("C9DA")"), "InvalidInput"},
      {"DateTime", annotated("DateTime", R"("1973-10-04T00:00:23.283000Z")"),
       R"({"P@odata.type":"Edm.DateTime","P":"1973-10-04T00:00:23.283Z"})"},
      {"DateTime with offset", annotated("DateTime", R"("2026-01-01T00:00:00+01:00")"),
       R"({"P@odata.type":"Edm.DateTime","P":"2025-12-31T23:00:00Z"})"},
      {"earliest DateTime", annotated("DateTime", R"("1601-01-01")"),
       R"({"P@odata.type":"Edm.DateTime","P":"1601-01-01T00:00:00Z"})"},
      {"DateTime before 1601", annotated("DateTime", R"("1600-12-31T23:59:59Z")"),
       "OutOfRangeInput"},
      {"DateTime of other text", annotated("DateTime", R"("yesterday")"), "InvalidInput"},
      {"DateTime as a number", annotated("DateTime", "5"), "InvalidInput"},
      {"Binary", annotated("Binary", R"("AQ I=")"), R"({"P@odata.type":"Edm.Binary","P":"AQI="})"},
      {"empty Binary", annotated("Binary", R"("")"), R"({"P@odata.type":"Edm.Binary","P":""})"},
      {"Binary without padding", annotated("Binary", R"("AQI")"), "InvalidInput"},
      {"null", annotated("Int64", "null"), "{}"},
      {"unknown type", annotated("Single", "1"), "InvalidInput"},
      {"annotation in front", R"({"P@odata.type":"Edm.Double","P":1})", R"({"P":1.0})"},
      {"annotation far from its property", R"({"P":1,"Q":2,"P@odata.type":"Edm.Double"})",
       R"({"P":1.0,"Q":2})"},
      {"annotation alone", R"({"P@odata.type":"Edm.Double"})", "{}"},
      {"annotation is not text", R"({"P":1,"P@odata.type":5})", "InvalidInput"},
  };
  CheckRows(rows);
}

BOOST_AUTO_TEST_CASE(SkipsWhatIsNotAProperty) {
  const Row rows[] = {
      {"control members", R"({"odata.metadata":"x","odata.etag":"y","odata.type":"z","P":1})",
       R"({"P":1})"},
      {"names with a dot", R"({"a.b":{"c":[1,"x",null]},"P@x.y":[],"P":1})", R"({"P":1})"},
      {"type of the entity", R"({"@odata.type":"t","P":1})", R"({"P":1})"},
      {"Timestamp", R"({"Timestamp":"never","Timestamp@odata.type":"Edm.DateTime","P":1})",
       R"({"P":1})"},
      {"Timestamp of any shape", R"({"Timestamp":{"a":1},"P":1})", R"({"P":1})"},
      {"other spellings are properties", R"({"timestamp":1,"partitionKey":2})",
       R"({"timestamp":1,"partitionKey":2})"},
      {"the same control member twice", R"({"odata.etag":"y","odata.etag":"y"})", "{}"},
      {"deepest skipped value", R"({"a.b":)" + Nested(limits::kJsonDepthMax - 1) + "}", "{}"},
      {"too deep", R"({"a.b":)" + Nested(limits::kJsonDepthMax) + "}", "InvalidInput"},
      {"hostile depth", R"({"a.b":)" + Nested(500000) + "}", "InvalidInput"},
      {"fault inside", R"({"a.b":[1,,2]})", "InvalidInput"},
      {"broken literal inside", R"({"a.b":[nul]})", "InvalidInput"},
  };
  CheckRows(rows);
}

BOOST_AUTO_TEST_CASE(RefusesWhatIsNotOneObject) {
  const std::string bodies[] = {
      "",
      " ",
      "\xEF\xBB\xBF",
      "null",
      "1",
      "\"x\"",
      "[]",
      "[{}]",
      "{",
      "}",
      "{}}",
      "{}{}",
      "{} x",
      "{},",
      "{\"P\":1",
      "{\"P\":1,}",
      "{,\"P\":1}",
      "{\"P\":1 \"Q\":2}",
      "{\"P\" 1}",
      "{\"P\":}",
      "{\"P\"}",
      "{P:1}",
      "{'P':1}",
      "{\"P\":'x'}",
      "{\"P\":1/*c*/}",
      "{\"P\":\"x}",
      "{\"P\":\"x\ny\"}",
      "{\"P\":\"\\x\"}",
      "{\"P\":\"\\u12g4\"}",
      "{\"P\":\"\\ud800\"}",
      "{\"P\":\"\\ud800\\u0041\"}",
      "{\"P\":\"\\ud800\\ud800\"}",
      "{\"P\":\"\\udc00\"}",
      "{\"P\":\"\xED\xA0\x80\"}",
      "{\"P\":\"\x80\"}",
      "{\"P\xFF\":1}",
      "{\"\\ud800\":1}",
      "{\"P\":01}",
      "{\"P\":1.}",
      "{\"P\":.5}",
      "{\"P\":+1}",
      "{\"P\":1e}",
      "{\"P\":-}",
      "{\"P\":0x1}",
      "{\"P\":1e400}",
      "{\"P\":-1e400}",
      "{\"P\":NaN}",
      "{\"P\":True}",
      "{\"P\":truex}",
      "{\"P\":nul}",
      "{\"P\":{}}",
      "{\"P\":[]}",
      "{\"P\":1}\0"s,
  };
  for (const std::string& body : bodies) {
    BOOST_TEST_CONTEXT(body) {
      CheckStoredForm(body);
      const auto input = ParseEntity(body);
      BOOST_TEST(!input.has_value());
      if (input) continue;
      BOOST_TEST((input.error().code == ErrorCode::kInvalidInput));
      BOOST_TEST(input.error().message == kUnreadable);
    }
  }
}

BOOST_AUTO_TEST_CASE(ReadsKeys) {
  const auto both =
      ParseEntity(R"({"RowKey":"","PartitionKey":"p'1","PartitionKey@odata.type":"Edm.String"})");
  BOOST_REQUIRE(both.has_value());
  BOOST_TEST((both->partition_key == "p'1"));
  BOOST_TEST((both->row_key == ""));
  BOOST_TEST(both->properties.empty());
  const auto neither = ParseEntity(R"({"PartitionKey":null})");
  BOOST_REQUIRE(neither.has_value());
  BOOST_TEST(!neither->partition_key.has_value());
  BOOST_TEST(!neither->row_key.has_value());
  BOOST_TEST(Outcome(R"({"RowKey":"1","RowKey":"1"})") == "DuplicatePropertiesSpecified");
}

BOOST_AUTO_TEST_CASE(KeysThatAreNoStringsHaveATextOfTheirOwn) {
  for (const char* body : {
           R"({"PartitionKey":1})",
           R"({"RowKey":true})",
           R"({"RowKey":"1","RowKey@odata.type":"Edm.Int64"})",
           R"({"PartitionKey@odata.type":"Edm.Guid","PartitionKey":"1"})",
           R"({"PartitionKey":"1","PartitionKey@odata.type":"No.Type"})",
       }) {
    CheckStoredForm(body);
    CheckStoredForm(body, KeyMembers::kIgnored);
    const auto input = ParseEntity(body);
    BOOST_TEST((!input && input.error().code == ErrorCode::kInvalidInput), body);
    BOOST_TEST((!input && input.error().message == "One of the request inputs is not valid."),
               body);
  }
}

BOOST_AUTO_TEST_CASE(IgnoredKeysAreNeitherReadNorJudged) {
  const auto input =
      ParseEntity(R"({"PartitionKey":"p","A":1,"RowKey":5,"RowKey@odata.type":"Edm.Guid"})",
                  KeyMembers::kIgnored);
  BOOST_REQUIRE(input.has_value());
  BOOST_TEST(!input->partition_key.has_value());
  BOOST_TEST(!input->row_key.has_value());
  BOOST_TEST(EncodeProperties(input->properties) == R"({"A":1})");
  for (const char* body : {R"({"RowKey":1,"RowKey":1})", R"({"RowKey":{}})", R"({"RowKey":1x})"}) {
    BOOST_TEST(!ParseEntity(body, KeyMembers::kIgnored).has_value(), body);
  }
}

BOOST_AUTO_TEST_CASE(ChecksNames) {
  const auto named = [](std::string_view name) { return "{\"" + std::string(name) + "\":1}"; };
  std::string accents;
  for (int count = 0; count < 255; ++count) accents += "\u00e9";
  const char* const valid[] = {"a",       "_",      "A1_b",   "\u00e9t\u00e9", "\u4e2d\u6587",
                               "a\u0301", "\u0645", "\uAC00", "a\u200d",       "\u00aa",
                               "a\u203f"};
  const char* const invalid[] = {"",           "1a",      "a-b",     "a b",    "a@b",     "a/b",
                                 "a\\\"",      "\\u0000", "a\u00a0", "\u20ac", "a\u2014", "\u3000",
                                 "\U0001F600", "a\uE000", "\uFFFD",  "\uFF01"};
  for (const char* name : valid) BOOST_TEST(Outcome(named(name)) != "PropertyNameInvalid", name);
  for (const char* name : invalid) BOOST_TEST(Outcome(named(name)) == "PropertyNameInvalid", name);
  BOOST_TEST(Outcome(named(std::string(255, 'a'))) == named(std::string(255, 'a')));
  BOOST_TEST(Outcome(named(std::string(256, 'a'))) == "PropertyNameTooLong");
  BOOST_TEST(ParseEntity(named(accents)).has_value());
  BOOST_TEST(Outcome(named(accents + "e")) == "PropertyNameTooLong");
  BOOST_TEST(Outcome(R"({"a-b":null})") == "PropertyNameInvalid");
}

BOOST_AUTO_TEST_CASE(RefusesTheSameNameTwice) {
  const Row rows[] = {
      {"property", R"({"P":1,"P":1})", "DuplicatePropertiesSpecified"},
      {"apart", R"({"P":1,"Q":2,"P":"x"})", "DuplicatePropertiesSpecified"},
      {"null counts", R"({"P":null,"P":1})", "DuplicatePropertiesSpecified"},
      {"escaped", R"({"P":1,"\u0050":1})", "DuplicatePropertiesSpecified"},
      {"annotation", R"({"P@odata.type":"Edm.Int32","P":1,"P@odata.type":"Edm.Int32"})",
       "DuplicatePropertiesSpecified"},
      {"case tells names apart", R"({"P":1,"p":2})", R"({"P":1,"p":2})"},
  };
  CheckRows(rows);
}

BOOST_AUTO_TEST_CASE(CountsProperties) {
  BOOST_TEST(Outcome(Members(252, "1")) == Members(252, "1"));
  BOOST_TEST(Outcome(Members(253, "1")) == "TooManyProperties");
  BOOST_TEST(Outcome(Members(257, "\"v\"")) == "TooManyProperties");
  BOOST_TEST(Outcome(Members(253, "null")) == "{}");
  BOOST_TEST(Outcome(Members(100000, "null")) == "TooManyProperties");
  BOOST_TEST(Outcome(Members(100000, "1")) == "TooManyProperties");
}

BOOST_AUTO_TEST_CASE(AnswersTheFirstFault) {
  const Row rows[] = {
      {"name before value", R"({"a-b":1,"P":{}})", "PropertyNameInvalid"},
      {"value before name", R"({"P":1e400,"a-b":1})", "InvalidInput"},
      {"name before syntax", R"({"a-b":1,"P":})", "PropertyNameInvalid"},
      {"date before duplicate", R"({"P@odata.type":"Edm.DateTime","P":"0001-01-01","Q":1,"Q":1})",
       "OutOfRangeInput"},
      {"duplicate before name", R"({"Q":1,"Q":1,"a-b":1})", "DuplicatePropertiesSpecified"},
  };
  CheckRows(rows);
}

BOOST_AUTO_TEST_CASE(NamesTheDateThatIsTooEarly) {
  const auto input =
      ParseEntity(R"({"When@odata.type":"Edm.DateTime","When":"0001-01-01T00:00:00Z"})");
  BOOST_REQUIRE(!input.has_value());
  BOOST_TEST(input.error().message ==
             "The 'When' parameter of value '01/01/0001 00:00:00' is out of range.");
  const auto later =
      ParseEntity(R"({"When@odata.type":"Edm.DateTime","When":"1600-12-31T23:58:59.9Z"})");
  BOOST_REQUIRE(!later.has_value());
  BOOST_TEST(later.error().message ==
             "The 'When' parameter of value '12/31/1600 23:58:59' is out of range.");
}

BOOST_AUTO_TEST_CASE(EchoKeepsThatADateHadAnOffset) {
  const auto input = ParseStoredEntity(
      R"({"A@odata.type":"Edm.DateTime","A":"2020-01-01T01:02:00.50+00:00","B":1,)"
      R"("C@odata.type":"Edm.DateTime","C":"2020-01-01T01:02:00Z",)"
      R"("D@odata.type":"Edm.DateTime","D":"2020-01-01T01:02:00-01:00",)"
      R"("E@odata.type":"Edm.DateTime","E":"2020-01-01"})");
  BOOST_REQUIRE(input.has_value());
  BOOST_TEST(input->echo ==
             R"({"A@odata.type":"Edm.DateTime","A":"2020-01-01T01:02:00.5+00:00","B":1,)"
             R"("C@odata.type":"Edm.DateTime","C":"2020-01-01T01:02:00Z",)"
             R"("D@odata.type":"Edm.DateTime","D":"2020-01-01T02:02:00+00:00",)"
             R"("E@odata.type":"Edm.DateTime","E":"2020-01-01T00:00:00Z"})");
  const auto without =
      ParseStoredEntity(R"({"B":1,"C@odata.type":"Edm.DateTime","C":"2020-01-01T01:02:00Z"})");
  BOOST_REQUIRE(without.has_value());
  BOOST_TEST(without->echo.empty());
}

BOOST_AUTO_TEST_CASE(ReadsBackRandomProperties) {
  const unsigned seed = std::random_device{}();
  std::cout << "ParseEntityTest seed " << seed << '\n';
  Random random(seed);
  for (int round = 0; round < 3000; ++round) {
    const std::vector<Property> properties = testing::RandomProperties(random);
    const std::string text = EncodeProperties(properties);
    CheckStoredForm(text);
    const auto input = ParseEntity(text);
    BOOST_REQUIRE_MESSAGE(input.has_value(), text);
    BOOST_REQUIRE_MESSAGE(testing::SameProperties(input->properties, properties), text);
  }
}

// Bodies that are nearly right: a valid one with bytes changed, taken away, doubled or added.
BOOST_AUTO_TEST_CASE(SurvivesSpoiledBodies) {
  const unsigned seed = std::random_device{}();
  std::cout << "ParseEntityTest seed " << seed << '\n';
  Random random(seed);
  const std::string pieces[] = {"{",     "}",    "[",   "]",          "\"",   ":",
                                ",",     "\\",   "\\u", "\\ud800",    "\xF0", "\xED\xA0\x80",
                                "1e999", "null", "\0"s, "@odata.type"};
  for (int round = 0; round < 5000; ++round) {
    std::string body = EncodeProperties(testing::RandomProperties(random));
    for (auto faults = random() % 4; faults > 0; --faults) {
      const std::size_t position = random() % (body.size() + 1);
      const std::size_t taken = std::min<std::size_t>(random() % 3, body.size() - position);
      body.replace(position, taken, pieces[random() % std::size(pieces)]);
    }
    CheckStoredForm(body);
    const auto input = ParseEntity(body);
    if (!input) {
      BOOST_REQUIRE(ToWire(input.error().code).status == 400);
      continue;
    }
    const std::string stored = EncodeProperties(input->properties);
    BOOST_REQUIRE_MESSAGE(EncodeProperties(DecodeProperties(stored)) == stored, body);
  }
}

BOOST_AUTO_TEST_CASE(SurvivesRandomBytes) {
  const unsigned seed = std::random_device{}();
  std::cout << "ParseEntityTest seed " << seed << '\n';
  Random random(seed);
  for (int round = 0; round < 5000; ++round) {
    std::string body = "{\"";
    for (auto size = random() % 80; size > 0; --size) body.push_back(static_cast<char>(random()));
    CheckStoredForm(body);
    const auto input = ParseEntity(body);
    if (!input) BOOST_REQUIRE(ToWire(input.error().code).status == 400);
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(ParseTableNameTest)

BOOST_AUTO_TEST_CASE(ReadsTheName) {
  struct NameRow {
    const char* name;
    const char* body;
    const char* outcome;
  };
  const NameRow rows[] = {
      {"name", R"({"TableName":"orders"})", "orders"},
      {"other members", R"({"odata.type":"x","Other":1,"TableName":"orders"})", "orders"},
      {"rules are not its business", R"({"TableName":"1/\u00e9"})", "1/\u00e9"},
      {"missing", "{}", "PropertiesNeedValue"},
      {"null", R"({"TableName":null})", "PropertiesNeedValue"},
      {"number", R"({"TableName":1})", "InvalidInput"},
      {"twice", R"({"TableName":"a","TableName":"b"})", "DuplicatePropertiesSpecified"},
      {"no JSON", "TableName=orders", "InvalidInput"},
      {"empty body", "", "InvalidInput"},
  };
  for (const NameRow& row : rows) {
    const auto name = ParseTableName(row.body);
    const std::string outcome = name ? *name : std::string(ToWire(name.error().code).code);
    BOOST_TEST(outcome == row.outcome, row.name);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
