#include "batch/entity_write.h"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace rowhouse {
namespace {

constexpr DateTime kTime{.ticks = 639028224001234567};  // 2026-01-01T00:00:00.1234567Z
constexpr const char* kETag = "W/\"datetime'2026-01-01T00%3A00%3A00.1234567Z'\"";

ResourceAddress Address(std::string_view path) {
  const auto address = ParseAddress(path);
  BOOST_REQUIRE_MESSAGE(address, path);
  return *address;
}

const char* NameOf(OperationKind kind) {
  switch (kind) {
    case OperationKind::kInsert:
      return "insert";
    case OperationKind::kReplace:
      return "replace";
    case OperationKind::kMerge:
      return "merge";
    case OperationKind::kInsertOrReplace:
      return "insert or replace";
    case OperationKind::kInsertOrMerge:
      return "insert or merge";
    case OperationKind::kDelete:
      return "delete";
  }
  return "";
}

// A write in one line, or the code and the message of its error.
std::string Describe(const Result<EntityWrite>& write) {
  if (!write) {
    return fmt::format("{}: {}", ToWire(write.error().code).code, write.error().message);
  }
  BOOST_TEST(write->operation.row_key == write->key.row);
  return fmt::format("{} {} [{}][{}] {}", NameOf(write->operation.kind), write->table,
                     write->key.partition, write->key.row, write->operation.properties);
}

std::string MessageOf(const Status& status) { return status ? "" : status.error().message; }

std::string Print(WriteAnswer answer) {
  std::string text = fmt::format("{} {}\n", answer.status, answer.data_service_version);
  HeaderList headers;
  MoveHeaders(answer, headers);
  for (const auto& [name, value] : headers) text += fmt::format("{}: {}\n", name, value);
  return text + answer.body;
}

EntityWrite WriteOf(OperationKind kind, Preference preference) {
  EntityWrite write{.table = "orders", .key = {"O'Neil", "a b"}, .preference = preference};
  write.operation = {.kind = kind, .row_key = "a b", .if_match = {}, .properties = R"({"Qty":3})"};
  return write;
}

constexpr const char* kSetPath = "/orders";
constexpr const char* kEntityPath = "/orders(PartitionKey='p',RowKey='r')";

}  // namespace

BOOST_AUTO_TEST_SUITE(HeaderTest)

BOOST_AUTO_TEST_CASE(RepeatedHeadersAreOneList) {
  HeaderList headers;
  for (const auto& [name, value] : HeaderList{{"If-Match", "*"}, {"A", "1"}, {"IF-MATCH", ""}}) {
    AppendHeader(headers, name, value);
  }
  const HeaderList expected = {{"If-Match", "*, "}, {"A", "1"}};
  BOOST_TEST((headers == expected));
}

BOOST_AUTO_TEST_CASE(FindsAHeaderOfAnyCase) {
  const HeaderList headers = {{"Accept", "a"}, {"IF-MATCH", "*"}};
  BOOST_TEST(FindHeader(headers, "If-Match").value_or("none") == "*");
  BOOST_TEST(FindHeader(headers, "accept").value_or("none") == "a");
  BOOST_TEST(!FindHeader(headers, "Prefer"));
}

BOOST_AUTO_TEST_CASE(KnowsTwoPreferences) {
  BOOST_TEST(ToString(ParsePrefer(std::nullopt)) == "");
  BOOST_TEST(ToString(ParsePrefer("return-content")) == "return-content");
  BOOST_TEST(ToString(ParsePrefer("Return-No-Content")) == "return-no-content");
  for (const char* other : {"", "return=minimal", "return-content,return-no-content", "return"}) {
    BOOST_TEST((ParsePrefer(other) == Preference::kNone), other);
  }
}

BOOST_AUTO_TEST_CASE(ADeleteEchoesNoPreference) {
  const std::pair<std::string, std::string> prefer = {"Prefer", "return-no-content"};
  const auto echoed = [](std::string_view method, const HeaderList& headers) {
    return std::string(ToString(EchoedPreference(method, headers)));
  };
  BOOST_TEST(echoed("PUT", {prefer}) == "return-no-content");
  BOOST_TEST(echoed("PUT", {}) == "");
  BOOST_TEST(echoed("DELETE", {prefer}) == "");
  BOOST_TEST(echoed("POST", {prefer, {"X-HTTP-Method", "DELETE"}}) == "");
  BOOST_TEST(echoed("POST", {prefer, {"X-HTTP-Method", "MERGE"}}) == "return-no-content");
  BOOST_TEST(echoed("POST", {prefer, {"X-HTTP-Method", "GET"}}) == "return-no-content");
  BOOST_TEST(echoed("DELETE", {prefer, {"X-HTTP-Method", "PUT"}}) == "");
}

BOOST_AUTO_TEST_CASE(TunnelsMethodsThroughPost) {
  struct Case {
    const char* name;
    const char* method;
    HeaderList headers;
    const char* outcome;
  };
  const std::vector<Case> cases = {
      {"no header", "PUT", {}, "PUT"},
      {"merge", "POST", {{"x-http-method", "MERGE"}}, "MERGE"},
      {"patch", "POST", {{"X-HTTP-Method", "PATCH"}}, "PATCH"},
      {"put", "POST", {{"X-HTTP-Method", "PUT"}}, "PUT"},
      {"delete", "POST", {{"X-HTTP-Method", "DELETE"}}, "DELETE"},
      {"twice",
       "POST",
       {{"X-HTTP-Method", "PUT"}, {"X-HTTP-Method", "PUT"}},
       "The X-HTTP-Method header should have a single value, but has '2' instead."},
      {"list",
       "POST",
       {{"X-HTTP-Method", "PUT,MERGE,DELETE"}},
       "The X-HTTP-Method header should have a single value, but has '3' instead."},
      {"get",
       "POST",
       {{"X-HTTP-Method", "GET"}},
       "The X-HTTP-Method header should be 'PUT', 'MERGE', 'PATCH' or 'DELETE', but is 'GET' "
       "instead."},
      {"lower case",
       "POST",
       {{"X-HTTP-Method", "put"}},
       "The X-HTTP-Method header should be 'PUT', 'MERGE', 'PATCH' or 'DELETE', but is 'put' "
       "instead."},
      {"not POST",
       "PUT",
       {{"X-HTTP-Method", "MERGE"}},
       "The X-HTTP-Method header can only be used with POST requests."},
  };
  for (const Case& test : cases) {
    BOOST_TEST_CONTEXT(test.name) {
      const auto method = EffectiveMethod(test.method, test.headers);
      BOOST_TEST((method ? *method : method.error().message) == test.outcome);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(ParseEntityWriteTest)

BOOST_AUTO_TEST_CASE(TurnsMethodAndConditionIntoAKind) {
  struct Case {
    const char* method;
    const char* if_match;  // null: no header
    const char* outcome;
  };
  const std::vector<Case> cases = {
      {"PUT", nullptr, "insert or replace"},
      {"PATCH", nullptr, "insert or merge"},
      {"MERGE", nullptr, "insert or merge"},
      {"PUT", "*", "replace"},
      {"PATCH", "*", "merge"},
      {"MERGE", kETag, "merge"},
      {"PUT", kETag, "replace"},
      {"PUT", "W/\"x\"", "replace"},
      {"DELETE", "*", "delete"},
      {"DELETE", kETag, "delete"},
  };
  for (const Case& test : cases) {
    BOOST_TEST_CONTEXT(test.method << ' ' << (test.if_match ? test.if_match : "without")) {
      HeaderList headers;
      if (test.if_match) headers.emplace_back("If-Match", test.if_match);
      const auto write = ParseEntityWrite(test.method, Address(kEntityPath), headers, "{}");
      BOOST_REQUIRE(write);
      BOOST_TEST(NameOf(write->operation.kind) == test.outcome);
    }
  }
}

BOOST_AUTO_TEST_CASE(InsertTakesKeysFromTheBodyAndKeepsItsOrder) {
  const auto write = ParseEntityWrite(
      "POST", Address(kSetPath), HeaderList{{"Prefer", "return-no-content"}},
      R"({"b":1,"PartitionKey":"p","a":"x","RowKey":"r","Timestamp":null,"n":null})");
  BOOST_TEST(Describe(write) == R"(insert orders [p][r] {"b":1,"a":"x"})");
  BOOST_TEST((write->preference == Preference::kReturnNoContent));
}

BOOST_AUTO_TEST_CASE(OtherWritesTakeKeysFromTheAddressAndSort) {
  for (const char* method : {"PUT", "PATCH", "MERGE"}) {
    const auto write = ParseEntityWrite(method, Address(kEntityPath), HeaderList{{"If-Match", "*"}},
                                        R"({"b":1,"PartitionKey":"q","RowKey":"#","a":2,"B":3})");
    BOOST_TEST(Describe(write) ==
               fmt::format(R"({} orders [p][r] {{"B":3,"a":2,"b":1}})",
                           method == std::string_view("PUT") ? "replace" : "merge"));
  }
}

// Each of these clients sends for keys that were not strings to it.
BOOST_AUTO_TEST_CASE(OtherWritesIgnoreKeysOfAnyTypeInTheBody) {
  for (const char* keys : {
           R"("PartitionKey":"2022-04-01T09:30:45Z","PartitionKey@odata.type":"Edm.DateTime")",
           R"("RowKey@odata.type":"Edm.Guid","RowKey":"81425519-6394-43e4-ac6e-28d91f5c3921")",
           R"("PartitionKey":"YQ==","PartitionKey@odata.type":"Edm.Binary")",
           R"("PartitionKey":"1","PartitionKey@odata.type":"Edm.Int64","RowKey":5)",
           R"("PartitionKey":1.5,"RowKey":true)",
           R"("PartitionKey":null,"RowKey@odata.type":"Edm.Guid")",
           R"("RowKey":"no guid","RowKey@odata.type":"Edm.Guid")",
           R"("RowKey":"r","RowKey@odata.type":"No.Type")",
       }) {
    const std::string body = fmt::format(R"({{{},"a":1}})", keys);
    for (const char* method : {"PUT", "PATCH", "MERGE"}) {
      for (const HeaderList& headers : {HeaderList{}, HeaderList{{"If-Match", "*"}}}) {
        const auto write = ParseEntityWrite(method, Address(kEntityPath), headers, body);
        BOOST_TEST_CONTEXT(method << ' ' << body) {
          BOOST_TEST(Describe(write).ends_with(R"(orders [p][r] {"a":1})"));
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(KeepsTheConditionAndIgnoresTheBodyOfADelete) {
  const auto write =
      ParseEntityWrite("DELETE", Address(kEntityPath), HeaderList{{"If-Match", kETag}}, "not JSON");
  BOOST_TEST(Describe(write) == "delete orders [p][r] ");
  BOOST_TEST((write->operation.if_match.kind == IfMatch::Kind::kETag));
  BOOST_TEST(write->operation.if_match.timestamp.ticks == kTime.ticks);
}

BOOST_AUTO_TEST_CASE(RefusesWhatTheServiceRefuses) {
  struct Case {
    const char* name;
    const char* method;
    const char* path;
    HeaderList headers;
    const char* body;
    const char* outcome;
  };
  const char* const need_value =
      "PropertiesNeedValue: The values are not specified for all properties in the entity.";
  const char* const no_match_for_post =
      "InvalidInput: If-Match or If-None-Match HTTP headers cannot be specified for POST "
      "operations.";
  const char* const not_allowed =
      "MethodNotAllowed: The requested method is not allowed on the specified resource.";
  const char* const invalid = "InvalidInput: One of the request inputs is not valid.";
  const char* const unreadable = "InvalidInput: An error occurred while processing this request.";
  const char* const good = R"({"PartitionKey":"p","RowKey":"r"})";
  const char* const url_key = "OutOfRangeInput: One of the request inputs is out of range.";
  const std::vector<Case> cases = {
      {"insert without keys", "POST", kSetPath, {}, "{}", need_value},
      {"insert without row key", "POST", kSetPath, {}, R"({"PartitionKey":"p"})", need_value},
      {"insert with null key",
       "POST",
       kSetPath,
       {},
       R"({"PartitionKey":null,"RowKey":"r"})",
       need_value},
      {"insert with bad partition",
       "POST",
       kSetPath,
       {},
       R"({"PartitionKey":"a/b","RowKey":"\t"})",
       "OutOfRangeInput: The 'PartitionKey' parameter of value 'a/b' is out of range."},
      {"insert with bad row",
       "POST",
       kSetPath,
       {},
       R"({"PartitionKey":"","RowKey":"a?"})",
       "OutOfRangeInput: The 'RowKey' parameter of value 'a?' is out of range."},
      {"insert with a number for a key",
       "POST",
       kSetPath,
       {},
       R"({"PartitionKey":1,"RowKey":"r"})",
       invalid},
      {"insert with a Boolean for a key",
       "POST",
       kSetPath,
       {},
       R"({"PartitionKey":"p","RowKey":false})",
       invalid},
      {"insert with an annotated key",
       "POST",
       kSetPath,
       {},
       R"({"PartitionKey":"p","RowKey":"1","RowKey@odata.type":"Edm.Int64"})",
       invalid},
      {"insert with a bad property",
       "POST",
       kSetPath,
       {},
       R"({"PartitionKey":"p","RowKey":"r","N":"x","N@odata.type":"Edm.Int32"})",
       unreadable},
      {"insert with an object for a key",
       "POST",
       kSetPath,
       {},
       R"({"PartitionKey":{},"RowKey":"r"})",
       unreadable},
      {"update with an object for a key", "PUT", kEntityPath, {}, R"({"RowKey":{}})", unreadable},
      {"insert with If-Match", "POST", kSetPath, {{"If-Match", "*"}}, good, no_match_for_post},
      {"insert with If-None-Match",
       "POST",
       kSetPath,
       {{"If-None-Match", "*"}},
       good,
       no_match_for_post},
      {"put of a bad key", "PUT", "/t(PartitionKey='p',RowKey='a%23')", {}, "{}", url_key},
      {"merge of a bad key",
       "MERGE",
       "/t(PartitionKey='%3F',RowKey='')",
       {{"If-Match", "*"}},
       "{}",
       url_key},
      {"patch of a bad key", "PATCH", "/t(PartitionKey='%C2%80',RowKey='')", {}, "{}", url_key},
      {"delete of a bad key",
       "DELETE",
       "/t(PartitionKey='%23',RowKey='%3F')",
       {{"If-Match", "*"}},
       "",
       url_key},
      {"update with If-None-Match",
       "PATCH",
       kEntityPath,
       {{"If-None-Match", "*"}},
       "{}",
       "InvalidInput: If-None-Match HTTP header cannot be specified for PUT operations."},
      {"delete with If-None-Match",
       "DELETE",
       kEntityPath,
       {{"If-None-Match", "*"}},
       "",
       "InvalidInput: If-None-Match HTTP header cannot be specified for DELETE operations."},
      {"both conditions",
       "PUT",
       kEntityPath,
       {{"If-Match", "*"}, {"If-None-Match", "*"}},
       "{}",
       "InvalidInput: Both If-Match and If-None-Match HTTP headers cannot be specified at the same "
       "time. Please specify either one of the headers or none of them."},
      {"malformed condition",
       "PUT",
       kEntityPath,
       {{"If-Match", "abc"}},
       "{}",
       "InvalidInput: The etag value 'abc' specified in one of the request headers is not valid. "
       "Please make sure only one etag value is specified and is valid."},
      {"delete without condition",
       "DELETE",
       kEntityPath,
       {},
       "",
       "InvalidInput: Since entity type 'orders' has one or more etag properties, If-Match HTTP "
       "header must be specified for DELETE/PUT operations on this type."},
      {"POST to an entity", "POST", kEntityPath, {}, good, not_allowed},
      {"PUT to a set", "PUT", kSetPath, {}, good, not_allowed},
      {"DELETE of a set", "DELETE", kSetPath, {{"If-Match", "*"}}, "", not_allowed},
      {"GET", "GET", kEntityPath, {}, "", not_allowed},
      {"method of lower case", "put", kEntityPath, {}, "{}", not_allowed},
      {"POST to the tables", "POST", "/Tables", {}, good, not_allowed},
      {"condition before body",
       "PUT",
       kEntityPath,
       {{"If-Match", "abc"}},
       "not JSON",
       "InvalidInput: The etag value 'abc' specified in one of the request headers is not valid. "
       "Please make sure only one etag value is specified and is valid."},
      {"body before keys", "PUT", "/t(PartitionKey='p',RowKey='a%23')", {}, "not JSON", unreadable},
      {"no body", "PATCH", kEntityPath, {}, "", unreadable},
  };
  for (const Case& test : cases) {
    BOOST_TEST_CONTEXT(test.name) {
      const auto write = ParseEntityWrite(test.method, Address(test.path), test.headers, test.body);
      BOOST_TEST(Describe(write) == test.outcome);
    }
  }
}

BOOST_AUTO_TEST_CASE(HeadChecksLookAtMethodAndConditionsOnly) {
  BOOST_TEST(MessageOf(CheckWriteHead("PUT", Address(kEntityPath), {})) == "");
  BOOST_TEST(MessageOf(CheckWriteHead("POST", Address(kSetPath), {})) == "");
  BOOST_TEST(MessageOf(CheckWriteHead("POST", Address(kEntityPath), {})) ==
             "The requested method is not allowed on the specified resource.");
  BOOST_TEST(MessageOf(CheckWriteHead("DELETE", Address(kEntityPath), {})) != "");
  BOOST_TEST(
      MessageOf(CheckWriteHead("PUT", Address(kEntityPath), HeaderList{{"If-Match", "x"}})) != "");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(AnswerEntityWriteTest)

WriteAnswer AnswerOf(const EntityWrite& write, const WireContext& context = {}) {
  return AnswerEntityWrite(write, write.operation, kTime, context);
}

BOOST_AUTO_TEST_CASE(AnswersAnInsertWithTheEntityUnlessToldNotTo) {
  const WireContext context{.level = MetadataLevel::kNone,
                            .base_url = "http://h/acct",
                            .account = "acct",
                            .table = "orders"};
  const std::string location =
      "Location: http://h/acct/orders(PartitionKey='O''Neil',RowKey='a%20b')\n";
  const std::string entity =
      R"({"PartitionKey":"O'Neil","RowKey":"a b","Timestamp":"2026-01-01T00:00:00.1234567Z","Qty":3})";
  const std::string type =
      "Content-Type: application/json;odata=nometadata;streaming=true;charset=utf-8\n";
  const std::string etag = fmt::format("ETag: {}\n", kETag);
  BOOST_TEST(Print(AnswerOf(WriteOf(OperationKind::kInsert, Preference::kNone), context)) ==
             "201 3.0;\n" + type + location + etag + entity);
  BOOST_TEST(
      Print(AnswerOf(WriteOf(OperationKind::kInsert, Preference::kReturnContent), context)) ==
      "201 3.0;\n" + type + "Preference-Applied: return-content\n" + location + etag + entity);
  BOOST_TEST(
      Print(AnswerOf(WriteOf(OperationKind::kInsert, Preference::kReturnNoContent), context)) ==
      "204 3.0;\nPreference-Applied: return-no-content\n" + location +
          "DataServiceId: http://h/acct/orders(PartitionKey='O''Neil',RowKey='a%20b')\n" + etag);
}

BOOST_AUTO_TEST_CASE(AnswersOtherWritesWithoutContent) {
  const std::string etag = fmt::format("ETag: {}\n", kETag);
  for (const OperationKind kind :
       {OperationKind::kReplace, OperationKind::kMerge, OperationKind::kInsertOrReplace,
        OperationKind::kInsertOrMerge}) {
    BOOST_TEST_CONTEXT(NameOf(kind)) {
      BOOST_TEST(Print(AnswerOf(WriteOf(kind, Preference::kNone))) == "204 1.0;\n" + etag);
      BOOST_TEST(Print(AnswerOf(WriteOf(kind, Preference::kReturnContent))) == "204 1.0;\n" + etag);
      BOOST_TEST(Print(AnswerOf(WriteOf(kind, Preference::kReturnNoContent))) ==
                 "204 3.0;\nPreference-Applied: return-no-content\n" + etag);
    }
  }
  BOOST_TEST(Print(AnswerOf(WriteOf(OperationKind::kDelete, Preference::kReturnNoContent))) ==
             "204 1.0;\n");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
