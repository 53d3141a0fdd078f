// Tables created, read, listed and deleted over the wire (spec 5.1-5.3).

#include "tests/operations/service_fixture.h"

namespace rowhouse::operations {
namespace {

TestCall Create(const std::string& name,
                std::vector<std::string> headers = {"Accept: application/json"}) {
  return {"POST", "/Tables", R"({"TableName":")" + name + R"("})", std::move(headers)};
}

std::string JsonError(const std::string& code, const std::string& message) {
  return R"({"odata.error":{"code":")" + code + R"(","message":{"lang":"en-US","value":")" +
         message + R"(\nRequestId:ID\nTime:NOW"}}})";
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(ServiceTablesTest, ServiceFixture)

BOOST_AUTO_TEST_CASE(EveryHeaderOfACreatedTable) {
  BOOST_TEST(ShowComplete(Create("orders")) ==
             "201 Created\n"
             "Cache-Control: no-cache\n"
             "Content-Type: application/json;odata=minimalmetadata;streaming=true;charset=utf-8\n"
             "Location: http://tables.test/devstoreaccount1/Tables('orders')\n"
             "Server: Windows-Azure-Table/1.0 Rowhouse/" ROWHOUSE_VERSION
             "\n"
             "X-Content-Type-Options: nosniff\n"
             "x-ms-request-id: ID\n"
             "x-ms-version: 2019-02-02\n"
             "\n"
             R"({"odata.metadata":"http://tables.test/devstoreaccount1/$metadata#Tables/@Element",)"
             R"("TableName":"orders"})");
}

BOOST_AUTO_TEST_CASE(CreateFollowsPreferAndAccept) {
  BOOST_TEST(Show(Create("first", {"Prefer: return-no-content"})) ==
             "204 No Content\n"
             "Cache-Control: no-cache\n"
             "DataServiceId: BASE/Tables('first')\n"
             "Location: BASE/Tables('first')\n"
             "Preference-Applied: return-no-content\n\n");
  BOOST_TEST(Show(Create("second", {"Prefer: return-content",
                                    "Accept: application/json;odata=nometadata"})) ==
             "201 Created\n"
             "Cache-Control: no-cache\n"
             "Content-Type: json no\n"
             "Location: BASE/Tables('second')\n"
             "Preference-Applied: return-content\n\n"
             R"({"TableName":"second"})");
}

BOOST_AUTO_TEST_CASE(CreateIsRefused) {
  CreateTable("orders");
  struct Case {
    const char* name;
    TestCall call;
    const char* code;
    const char* message;
    int status;
  };
  const Case cases[] = {
      {"exists", Create("ORDERS"), "TableAlreadyExists", "The table specified already exists.",
       409},
      {"bad characters", Create("my-table"), "InvalidResourceName",
       "The specifed resource name contains invalid characters.", 400},
      {"too short", Create("ab"), "OutOfRangeInput",
       "The specified resource name length is not within the permissible limits.", 400},
      {"reserved", Create("tables"), "InvalidInput", "One of the request inputs is not valid.",
       400},
      {"no name",
       {"POST", "/Tables", "{}"},
       "PropertiesNeedValue",
       "The values are not specified for all properties in the entity.",
       400},
      {"a condition",
       {"POST", "/Tables", "{}", {"Accept: application/json", "If-Match: *"}},
       "InvalidInput",
       "If-Match or If-None-Match HTTP headers cannot be specified for POST operations.",
       400},
      {"not JSON",
       {"POST", "/Tables", "TableName=x"},
       "InvalidInput",
       "An error occurred while processing this request.",
       400},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) {
      const std::string shown = Show(c.call);
      BOOST_TEST(shown.substr(0, 3) == std::to_string(c.status));
      BOOST_TEST(shown.substr(shown.find("\n\n") + 2) == JsonError(c.code, c.message));
    }
  }
}

BOOST_AUTO_TEST_CASE(GetsATableInItsOriginalSpelling) {
  CreateTable("Orders");
  BOOST_TEST(
      Show({"GET", "/Tables('orders')", "", {"Accept: application/json;odata=fullmetadata"}}) ==
      "200 OK\n"
      "Cache-Control: no-cache\n"
      "Content-Type: json full\n\n"
      R"j({"odata.metadata":"BASE/$metadata#Tables/@Element",)j"
      R"j("odata.type":"devstoreaccount1.Tables","odata.id":"BASE/Tables('Orders')",)j"
      R"j("odata.editLink":"Tables('Orders')","TableName":"Orders"})j");
  BOOST_TEST(Show({"GET", "/Tables('absent')"}) ==
             "404 Not Found\n"
             "Cache-Control: no-cache\n"
             "Content-Type: json minimal\n\n" +
                 JsonError("ResourceNotFound", "The specified resource does not exist."));
}

BOOST_AUTO_TEST_CASE(ListsPagesIgnoringCase) {
  for (const char* const name : {"beta", "Alpha", "alphabet", "Gamma"}) CreateTable(name);
  const auto list = [&](const std::string& query) {
    return Show({"GET", "/Tables" + query, "", {"Accept: application/json;odata=nometadata"}});
  };
  BOOST_TEST(list("") ==
             "200 OK\nCache-Control: no-cache\nContent-Type: json no\n\n"
             R"({"value":[{"TableName":"Alpha"},{"TableName":"alphabet"},{"TableName":"beta"},)"
             R"({"TableName":"Gamma"}]})");
  BOOST_TEST(list("()?$top=3") ==
             "200 OK\nCache-Control: no-cache\nContent-Type: json no\n"
             "x-ms-continuation-NextTableName: 1!8!Z2FtbWE-\n\n"
             R"({"value":[{"TableName":"Alpha"},{"TableName":"alphabet"},{"TableName":"beta"}]})");
  BOOST_TEST(list("?$top=3&NextTableName=1!8!Z2FtbWE-") ==
             "200 OK\nCache-Control: no-cache\nContent-Type: json no\n\n"
             R"({"value":[{"TableName":"Gamma"}]})");
  BOOST_TEST(list("?NextTableName=Beta") ==
             "200 OK\nCache-Control: no-cache\nContent-Type: json no\n\n"
             R"({"value":[{"TableName":"beta"},{"TableName":"Gamma"}]})");
  BOOST_TEST(list("?$filter=TableName+ge+'alpha'+and+TableName+lt+'alpha%7B'&$top=2") ==
             "200 OK\nCache-Control: no-cache\nContent-Type: json no\n\n"
             R"({"value":[{"TableName":"Alpha"},{"TableName":"alphabet"}]})");
  BOOST_TEST(list("?$top=0") ==
             "200 OK\nCache-Control: no-cache\nContent-Type: json no\n\n"
             R"({"value":[]})");
}

BOOST_AUTO_TEST_CASE(ListIsRefused) {
  struct Case {
    const char* query;
    int status;
  };
  const Case cases[] = {
      {"?$top=1001", 400},
      {"?$top=-1", 400},
      {"?$top=x", 400},
      {"?NextTableName=", 400},
      {"?NextTableName=1!x", 400},
      {"?$filter=Name%20eq%20'a'", 500},
      {"?$filter=TableName+eq+5", 400},
      {"?$filter=a+b", 400},
      {"?$orderby=TableName", 501},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.query) {
      BOOST_TEST(StatusOf({"GET", std::string("/Tables") + c.query}) == c.status);
    }
  }
}

BOOST_AUTO_TEST_CASE(ADeletedNameIsFreeAtOnce) {
  CreateTable("orders");
  Insert("orders", "p", "r");
  BOOST_TEST(Show({"DELETE", "/Tables('Orders')"}) ==
             "204 No Content\nCache-Control: no-cache\n\n");
  BOOST_TEST(Show({"DELETE", "/Tables('orders')", "", {"Accept: */*"}}) ==
             "404 Not Found\n"
             "Cache-Control: no-cache\n"
             "Content-Type: application/xml;charset=utf-8\n\n"
             R"(<?xml version="1.0" encoding="utf-8"?><error xmlns="http://schemas.microsoft.com/)"
             R"(ado/2007/08/dataservices/metadata"><code>ResourceNotFound</code><message )"
             R"(xml:lang="en-US">The specified resource does not exist.)"
             "\nRequestId:ID\nTime:NOW</message></error>");
  CreateTable("orders");
  BOOST_TEST(Show({"GET", "/orders()", "", {"Accept: application/json;odata=nometadata"}}) ==
             "200 OK\nCache-Control: no-cache\nContent-Type: json no\n\n"
             R"({"value":[]})");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::operations
