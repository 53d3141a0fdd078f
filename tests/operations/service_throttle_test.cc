// Rehearsed limits over the wire: which requests are refused, and with which answers (spec 10,
// 11.1).

#include "tests/operations/service_fixture.h"

namespace rowhouse::operations {
namespace {

// Rates so low that spent tokens are not replenished during a test.
struct LimitedService : ServiceFixture {
  explicit LimitedService(ThrottleOptions throttle)
      : ServiceFixture({.throttle = std::move(throttle)}, {.policy = {.open_on_loopback = true}}) {}
};
struct PartitionLimit : LimitedService {
  PartitionLimit() : LimitedService({.partition_rate = 0.001}) {}
};
struct AccountLimit : LimitedService {
  AccountLimit() : LimitedService({.account_rate = 0.001}) {}
};
struct UnitsLimit : LimitedService {
  UnitsLimit() : LimitedService({.provisioned = {{"orders", 0.001}}}) {}
};

const TestCall kRead{"GET", "/orders(PartitionKey='p',RowKey='r')"};

std::string Metrics(ServiceFixture& fixture) {
  test::RawClient client = fixture.Connect();
  client.Send("GET /_rowhouse/metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const auto answer = client.ReadResponse();
  BOOST_REQUIRE(answer);
  BOOST_TEST(answer->Header("Content-Type") == "text/plain; version=0.0.4; charset=utf-8");
  return answer->body;
}

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TestCall Batch(const std::string& table, const std::string& partition) {
  return {"POST",
          "/$batch",
          "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n"
          "--c\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n"
          "POST http://x/devstoreaccount1/" +
              table + " HTTP/1.1\r\nContent-Type: application/json\r\n\r\n{\"PartitionKey\":\"" +
              partition + "\",\"RowKey\":\"batch\"}\r\n--c--\r\n--b--\r\n",
          {"Accept: application/json", "Content-Type: multipart/mixed; boundary=b"}};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ServiceThrottleTest)

BOOST_FIXTURE_TEST_CASE(AnswersBusyAsTheServiceDoes, PartitionLimit) {
  CreateTable("orders");
  Insert("orders", "p", "r");
  BOOST_TEST(ShowComplete(kRead) ==
             "503 Service Unavailable\n"
             "Cache-Control: no-cache\n"
             "Content-Type: application/json;odata=minimalmetadata;streaming=true;charset=utf-8\n"
             "Server: Windows-Azure-Table/1.0 Rowhouse/" ROWHOUSE_VERSION
             "\n"
             "X-Content-Type-Options: nosniff\n"
             "x-ms-request-id: ID\n"
             "x-ms-version: 2019-02-02\n\n"
             R"({"odata.error":{"code":"ServerBusy","message":{"lang":"en-US","value":)"
             R"("The server is busy.\nRequestId:ID\nTime:NOW"}}})");
}

BOOST_FIXTURE_TEST_CASE(RefusesAllRequestsToABusyPartition, PartitionLimit) {
  CreateTable("orders");
  Insert("orders", "p", "r");
  struct Case {
    const char* name;
    TestCall call;
    int status;
  };
  const Case cases[] = {
      {"point read", kRead, 503},
      {"insert", {"POST", "/orders", R"({"PartitionKey":"p","RowKey":"s"})"}, 503},
      {"upsert", {"PUT", "/orders(PartitionKey='p',RowKey='s')", "{}"}, 503},
      {"delete", {"DELETE", "/orders(PartitionKey='p',RowKey='r')", "", {"If-Match: *"}}, 503},
      {"batch", Batch("orders", "p"), 503},
      {"query of the partition", {"GET", "/orders?$filter=PartitionKey%20eq%20'p'"}, 503},
      {"signature first", {"GET", kRead.path, "", {"x-ms-version: 2019-02-02"}, false}, 403},
      {"bad request first", {"POST", "/orders", "{", {"Content-Type: application/json"}}, 400},
      {"query of all partitions", {"GET", "/orders"}, 200},
      {"another partition", {"GET", "/orders(PartitionKey='q',RowKey='r')"}, 404},
      {"tables", {"GET", "/Tables"}, 200},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) { BOOST_TEST(StatusOf(c.call) == c.status); }
  }
  BOOST_TEST(Has(Metrics(*this), "rowhouse_throttled_requests_total{limit=\"partition\"} 6"));
}

BOOST_FIXTURE_TEST_CASE(RefusesEveryOperationOfABusyAccount, AccountLimit) {
  CreateTable("orders");  // takes the only token
  for (const TestCall& call :
       {TestCall{"GET", "/Tables"}, TestCall{"POST", "/Tables", R"({"TableName":"x"})"},
        TestCall{"DELETE", "/Tables('orders')"}, TestCall{"GET", "/orders"}, kRead,
        TestCall{"GET", "/?restype=service&comp=properties"}, Batch("orders", "p")}) {
    BOOST_TEST_CONTEXT(call.method << " " << call.path) {
      const std::string shown = Show(call);
      BOOST_TEST(shown.starts_with("503 Service Unavailable\n"));
      BOOST_TEST(Has(shown, "\"Operations per second is over the account limit.\\n"));
    }
  }
  BOOST_TEST(Has(Metrics(*this), "rowhouse_throttled_requests_total{limit=\"account\"} 7"));
}

BOOST_FIXTURE_TEST_CASE(AnswersTooManyRequestsAsTheCosmosTableApiDoes, UnitsLimit) {
  CreateTable("orders");
  CreateTable("others");
  Insert("orders", "p", "r");
  BOOST_TEST(StatusOf({"GET", "/others(PartitionKey='p',RowKey='r')"}) == 404);
  const std::string shown = ShowComplete(kRead);
  const std::size_t wait = shown.find("x-ms-retry-after-ms: ");
  BOOST_REQUIRE(wait != std::string::npos);
  BOOST_TEST(std::stoll(shown.substr(wait + 21)) > 1000);
  BOOST_TEST(
      shown.starts_with("429 Too Many Requests\n"
                        "Content-Type: application/json;odata=fullmetadata\n"));
  BOOST_TEST(Has(shown, R"({"odata.error":{"code":"TooManyRequests","message":{"lang":"en-us",)"
                        R"("value":"Message: {\"Errors\":[\"Request rate is large. More Request )"
                        R"(Units may be needed, so no changes were made. Please retry this )"
                        R"(request later. Learn more: http://aka.ms/cosmosdb-error-429\"]})"
                        R"(\r\nActivityId: ID\nRequestID:ID\n"}}})"));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_FIXTURE_TEST_SUITE(MetricsTest, PartitionLimit)

BOOST_AUTO_TEST_CASE(CountsRequestsAndTheirCost) {
  CreateTable("orders");
  Insert("orders", "p", "r");
  BOOST_TEST(StatusOf({"GET", "/orders(PartitionKey='q',RowKey='r')"}) == 404);
  BOOST_TEST(StatusOf(Batch("orders", "z")) == 202);
  BOOST_TEST(StatusOf({"GET", "/orders", "", {"x-ms-version: 2019-02-02"}, false}) == 403);
  const std::string metrics = Metrics(*this);
  for (const char* const line : {
           "rowhouse_requests_total{operation=\"create_table\",status=\"2xx\"} 1\n",
           "rowhouse_requests_total{operation=\"insert_entity\",status=\"2xx\"} 1\n",
           "rowhouse_requests_total{operation=\"get_entity\",status=\"4xx\"} 1\n",
           "rowhouse_requests_total{operation=\"batch\",status=\"2xx\"} 1\n",
           "rowhouse_requests_total{operation=\"other\",status=\"4xx\"} 1\n",
           "rowhouse_entity_operations_total{operation=\"insert_entity\"} 2\n",
           "rowhouse_request_units_total{operation=\"insert_entity\"} 10\n",
           "rowhouse_request_units_total{operation=\"get_entity\"} 1\n",
           "rowhouse_request_duration_seconds_count{operation=\"insert_entity\"} 1\n",
           "rowhouse_request_duration_seconds_bucket{operation=\"batch\",le=\"+Inf\"} 1\n",
           "# TYPE rowhouse_request_duration_seconds histogram\n",
       }) {
    BOOST_TEST(Has(metrics, line), line << " is not in\n" << metrics);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::operations
