#include "bench/load_driver/calls.h"
#include "bench/load_driver/endpoint.h"

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <string>
#include <vector>

namespace rowhouse::bench {
namespace {

constexpr const char* kKey =
    "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";
constexpr std::chrono::system_clock::time_point kTime{std::chrono::seconds(1767225600)};

Credential Development() { return Credential::Make("devstoreaccount1", kKey).value(); }

BOOST_AUTO_TEST_SUITE(CredentialTest)

BOOST_AUTO_TEST_CASE(KeyThatIsNotBase64IsRefused) {
  for (const char* key : {"", "abc", "????", "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1="}) {
    BOOST_TEST(!Credential::Make("a", key).has_value(), key);
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(ParseEndpointTest)

BOOST_AUTO_TEST_CASE(TakesHostPortAndPathApart) {
  const auto endpoint = ParseEndpoint("http://127.0.0.1:10002/devstoreaccount1/");
  BOOST_REQUIRE(endpoint.has_value());
  BOOST_TEST(endpoint->host == "127.0.0.1");
  BOOST_TEST(endpoint->port == 10002);
  BOOST_TEST(endpoint->path == "/devstoreaccount1");
}

BOOST_AUTO_TEST_CASE(PortAndPathMayBeMissing) {
  const auto endpoint = ParseEndpoint("http://localhost");
  BOOST_REQUIRE(endpoint.has_value());
  BOOST_TEST(endpoint->Authority() == "localhost:80");
  BOOST_TEST(endpoint->path.empty());
}

BOOST_AUTO_TEST_CASE(OtherTextIsRefused) {
  for (const char* url :
       {"", "127.0.0.1:10002", "https://host/a", "http://", "http://:80/a", "http://host:/a",
        "http://host:0/a", "http://host:65536", "http://h:8x"}) {
    BOOST_TEST(!ParseEndpoint(url).has_value(), url);
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(RequestTextTest)

BOOST_AUTO_TEST_CASE(InsertOnTheWire) {
  const Endpoint endpoint{.host = "h", .port = 81, .path = "/devstoreaccount1"};
  BOOST_TEST(RequestText(endpoint, Development(), CreateTableCall("few10"), kTime) ==
             "POST /devstoreaccount1/Tables HTTP/1.1\r\n"
             "Host: h:81\r\n"
             "Authorization: SharedKeyLite "
             "devstoreaccount1:WRN6nOrne13nPse4EBO5ULIQ1KAssaa6ujBtCrgHTls=\r\n"
             "x-ms-date: Thu, 01 Jan 2026 00:00:00 GMT\r\n"
             "x-ms-version: 2019-02-02\r\n"
             "DataServiceVersion: 3.0\r\n"
             "Accept: application/json;odata=minimalmetadata\r\n"
             "Prefer: return-no-content\r\n"
             "Content-Type: application/json\r\n"
             "Content-Length: 21\r\n"
             "\r\n"
             R"({"TableName":"few10"})");
}

BOOST_AUTO_TEST_CASE(QueryEncodesFilterAndToken) {
  const Call call = QueryCall("t", "A eq 'x'", {.next_partition = "1!4!YQ-", .next_row = "1!0!"});
  BOOST_TEST(call.path == "/t()");
  BOOST_TEST(call.query ==
             "$filter=A%20eq%20%27x%27&NextPartitionKey=1%214%21YQ-&NextRowKey=1%210%21");
}

BOOST_AUTO_TEST_CASE(BatchOfOneUpsertOnTheWire) {
  const Endpoint endpoint{.host = "h", .port = 81, .path = "/a"};
  const Call call = BatchCall(endpoint, "t", BatchVerb::kUpsert, {{{"p", "r"}, "{}"}});
  BOOST_TEST(call.path == "/$batch");
  BOOST_TEST(call.body ==
             "--batch_b\r\n"
             "Content-Type: multipart/mixed; boundary=changeset_c\r\n"
             "\r\n"
             "--changeset_c\r\n"
             "Content-Type: application/http\r\n"
             "Content-Transfer-Encoding: binary\r\n"
             "\r\n"
             "PUT http://h:81/a/t(PartitionKey='p',RowKey='r') HTTP/1.1\r\n"
             "Content-Type: application/json\r\n"
             "Accept: application/json;odata=minimalmetadata\r\n"
             "DataServiceVersion: 3.0;\r\n"
             "\r\n"
             "{}\r\n"
             "--changeset_c--\r\n"
             "--batch_b--\r\n");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rowhouse::bench
