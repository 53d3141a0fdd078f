// Access policies, service properties, statistics and cross-origin requests, over the wire (spec
// 5.4-5.9).

#include "tests/operations/service_fixture.h"

namespace rowhouse::operations {
namespace {

const std::string kHead = "\xEF\xBB\xBF<?xml version=\"1.0\" encoding=\"utf-8\"?>";
const std::string kProperties = "/?restype=service&comp=properties";
const std::string kStats = "/?restype=service&comp=stats";

TestCall Get(const std::string& path, std::vector<std::string> headers = {}) {
  return {"GET", path, "", std::move(headers)};
}

TestCall Put(const std::string& path, const std::string& body,
             std::vector<std::string> headers = {}) {
  headers.emplace_back("Content-Type: application/xml");
  return {"PUT", path, body, std::move(headers)};
}

std::string XmlError(const std::string& code, const std::string& message) {
  return message + "\nContent-Type: application/xml\nx-ms-error-code: " + code +
         "\n\n<?xml version=\"1.0\" encoding=\"utf-8\"?><m:error xmlns:m=\"http://schemas.microsoft"
         ".com/ado/2007/08/dataservices/metadata\"><m:code>" +
         code + "</m:code><m:message xml:lang=\"en-US\">" + message +
         "\nRequestId:ID\nTime:NOW</m:message></m:error>";
}

TestCall SetCors(const std::string& origin, const std::string& exposed = "") {
  return Put(kProperties,
             "<StorageServiceProperties><Cors><CorsRule><AllowedMethods>GET,POST</AllowedMethods>"
             "<AllowedOrigins>" +
                 origin +
                 "</AllowedOrigins><AllowedHeaders>x-ms-*</AllowedHeaders><ExposedHeaders>" +
                 exposed +
                 "</ExposedHeaders><MaxAgeInSeconds>9</MaxAgeInSeconds></CorsRule></Cors>"
                 "</StorageServiceProperties>");
}

TestCall Preflight(std::vector<std::string> headers) {
  return {"OPTIONS", "/any/thing", "", std::move(headers), false};
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(ServiceSettingsTest, ServiceFixture)

BOOST_AUTO_TEST_CASE(AccessPoliciesAreSetAndReturned) {
  CreateTable("orders");
  const std::string list =
      "<SignedIdentifiers><SignedIdentifier><Id>a</Id></SignedIdentifier>"
      "</SignedIdentifiers>";
  const std::string got = "200 OK\nContent-Type: application/xml\n\n" + kHead;
  BOOST_TEST(Show(Get("/orders?comp=acl")) == got + "<SignedIdentifiers />");
  BOOST_TEST(Show(Put("/orders?comp=acl", list)) == "204 No Content\n\n");
  BOOST_TEST(Show(Get("/Orders?comp=acl", {"Accept: application/xml"})) == got + list);
  BOOST_TEST(Show(Put("/orders?comp=acl", "<x/>")) ==
             "400 " + XmlError("InvalidXmlDocument", "XML specified is not syntactically valid."));
  BOOST_TEST(Show(Get("/orders?comp=acl")) == got + list);
  BOOST_TEST(Show(Put("/orders?comp=acl", "")) == "204 No Content\n\n");
  BOOST_TEST(Show(Get("/orders?comp=acl")) == got + "<SignedIdentifiers />");
}

BOOST_AUTO_TEST_CASE(AccessPoliciesOfAMissingTable) {
  const std::string missing =
      "404 " + XmlError("TableNotFound", "The table specified does not exist.");
  BOOST_TEST(Show(Get("/none?comp=acl")) == missing);
  BOOST_TEST(Show(Put("/none?comp=acl", "")) == missing);
}

BOOST_AUTO_TEST_CASE(ServicePropertiesAreSetAndReturned) {
  BOOST_TEST(Show(Put(kProperties,
                      "<StorageServiceProperties><MinuteMetrics><Version>1.0"
                      "</Version><Enabled>True</Enabled><IncludeAPIs>False"
                      "</IncludeAPIs><RetentionPolicy><Enabled>False</Enabled>"
                      "</RetentionPolicy></MinuteMetrics></StorageServiceProperties>")) ==
             "202 Accepted\n\n");
  BOOST_TEST(Show(Get(kProperties))
                 .find("<MinuteMetrics><Version>1.0</Version><Enabled>true"
                       "</Enabled><IncludeAPIs>false</IncludeAPIs>") != std::string::npos);
  BOOST_TEST(Show(Get(kProperties, {"x-ms-version: 2012-02-12"})).find("<Metrics>") !=
             std::string::npos);
  BOOST_TEST(Show(Put(kProperties, "<StorageServiceProperties/>")) ==
             "400 " + XmlError("InvalidXmlDocument", "XML specified is not syntactically valid."));
}

BOOST_AUTO_TEST_CASE(TooManyItemsOfARuleAndTooManyRulesAreDifferentErrors) {
  std::string origins = "a";
  for (int i = 0; i < 64; ++i) origins += ",a" + std::to_string(i);
  BOOST_TEST(Show(SetCors(origins)) ==
             "400 " + XmlError("InvalidXmlNodeValue",
                               "The value for one of the XML nodes is not in the correct format."));
  std::string rules;
  for (int i = 0; i < 6; ++i) {
    rules +=
        "<CorsRule><AllowedMethods>GET</AllowedMethods><AllowedOrigins>*</AllowedOrigins>"
        "<AllowedHeaders/><ExposedHeaders/><MaxAgeInSeconds>0</MaxAgeInSeconds></CorsRule>";
  }
  BOOST_TEST(Show(Put(kProperties, "<StorageServiceProperties><Cors>" + rules +
                                       "</Cors></StorageServiceProperties>")) ==
             "400 " + XmlError("InvalidXmlDocument", "XML specified is not syntactically valid."));
}

BOOST_AUTO_TEST_CASE(OtherRequestsForSettingsAreRefused) {
  CreateTable("orders");
  struct Case {
    TestCall call;
    int status;
  };
  const Case cases[] = {
      {Get("/orders?comp=properties"), 400},
      {Get("/?restype=service&comp=acl"), 400},
      {Get("/?comp=properties"), 400},
      {Get("/orders?comp=list"), 400},
      {Get("/Tables?comp=acl"), 400},
      {Get(kStats), 400},
      {Put(kStats, ""), 405},
      {{"DELETE", "/orders?comp=acl"}, 405},
      {{"GET", "/orders?comp=acl", "", {}, false}, 403},
      {{"PUT", kProperties, "", {}, false}, 403},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.call.method << ' ' << c.call.path) {
      const int status = StatusOf(c.call);
      BOOST_TEST((status == c.status || (status == 401 && c.status == 403)), status);
    }
  }
}

BOOST_AUTO_TEST_CASE(SettingNeedsALength) {
  CreateTable("orders");
  const std::string refused = "411 " + XmlError("MissingContentLengthHeader",
                                                "The Content-Length header was not specified.");
  for (const std::string& path : {std::string("/orders?comp=acl"), kProperties}) {
    BOOST_TEST_CONTEXT(path) {
      TestCall call = Put(path, "");
      call.has_length = false;
      BOOST_TEST(Show(call) == refused);
    }
  }
  TestCall chunked = Put("/orders?comp=acl", "0\r\n\r\n", {"Transfer-Encoding: chunked"});
  chunked.has_length = false;
  BOOST_TEST(Show(chunked) == "204 No Content\n\n");
}

BOOST_AUTO_TEST_CASE(PreflightNeedsNoSignature) {
  const std::vector<std::string> headers = {
      "Origin: http://a.test", "Access-Control-Request-Method: POST",
      "Access-Control-Request-Headers: x-ms-date,X-MS-version"};
  const std::string refused =
      "403 " + XmlError("CorsPreflightFailure",
                        "CORS not enabled or no matching rule found for this request.");
  BOOST_TEST(Show(Preflight(headers)) == refused);
  BOOST_TEST(StatusOf(SetCors("http://a.test")) == 202);
  BOOST_TEST(Show(Preflight(headers)) ==
             "200 OK\n"
             "Access-Control-Allow-Credentials: true\n"
             "Access-Control-Allow-Headers: x-ms-date,X-MS-version\n"
             "Access-Control-Allow-Methods: POST\n"
             "Access-Control-Allow-Origin: http://a.test\n"
             "Access-Control-Max-Age: 9\n\n");
  BOOST_TEST(Show(Preflight({"Origin: http://b.test", "Access-Control-Request-Method: GET"})) ==
             refused);
  for (const char* const single : {"Origin: http://a.test", "Access-Control-Request-Method: GET"}) {
    BOOST_TEST(Show(Preflight({single})) ==
               "400 " + XmlError("InvalidHeaderValue", "A required CORS header is not present."));
  }
}

BOOST_AUTO_TEST_CASE(RefusalsHaveTheHeadersThatTheRulesGrant) {
  BOOST_TEST(StatusOf(SetCors("http://a.test")) == 202);
  const std::string from_a = "Origin: http://a.test";
  BOOST_TEST(HeaderOf(Get("/Tables", {from_a, "x-ms-version: new"}),
                      "Access-Control-Allow-Origin") == "http://a.test");
  test::RawClient client = Connect();
  client.Send("POST /devstoreaccount1/orders HTTP/1.1\r\nHost: tables.test\r\n" + from_a +
              "\r\nContent-Length: 4194305\r\n\r\n");
  const auto answer = client.ReadResponse();
  BOOST_REQUIRE(answer);
  BOOST_TEST(answer->status == 413);
  BOOST_TEST(answer->Header("Access-Control-Allow-Origin") == "http://a.test");
}

BOOST_AUTO_TEST_CASE(AnswersHaveTheHeadersThatTheRulesGrant) {
  CreateTable("orders");
  const TestCall plain = Get("/Tables");
  const TestCall from_a = Get("/Tables", {"Origin: http://a.test"});
  BOOST_TEST(HeaderOf(from_a, "Vary") == "");
  BOOST_TEST(HeaderOf(from_a, "Access-Control-Allow-Origin") == "");
  BOOST_TEST(StatusOf(SetCors("http://a.test", "x-ms-request*,ETag")) == 202);
  BOOST_TEST(HeaderOf(plain, "Vary") == "Origin");
  BOOST_TEST(HeaderOf(Get("/none", {"Accept: */*"}), "Vary") == "Origin");
  BOOST_TEST(HeaderOf(plain, "Access-Control-Allow-Origin") == "");
  BOOST_TEST(HeaderOf(from_a, "Vary") == "Origin");
  BOOST_TEST(HeaderOf(from_a, "Access-Control-Allow-Origin") == "http://a.test");
  BOOST_TEST(HeaderOf(from_a, "Access-Control-Expose-Headers") == "ETag,x-ms-request-id");
  const TestCall insert = {
      "POST", "/orders", R"({"PartitionKey":"p","RowKey":"r"})", {"Origin: http://a.test"}};
  BOOST_TEST(HeaderOf(insert, "Access-Control-Allow-Origin") == "http://a.test");
  BOOST_TEST(HeaderOf(insert, "Vary") == "");
  BOOST_TEST(StatusOf(SetCors("*", "*")) == 202);
  BOOST_TEST(HeaderOf(plain, "Vary") == "");
  BOOST_TEST(HeaderOf(plain, "Access-Control-Allow-Origin") == "*");
  const std::string exposed = HeaderOf(plain, "Access-Control-Expose-Headers");
  BOOST_TEST(exposed ==
             "Cache-Control,X-Content-Type-Options,Content-Type,Server,x-ms-request-id,"
             "x-ms-version,Content-Length,Date,Transfer-Encoding");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::operations
