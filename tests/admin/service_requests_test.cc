// GET /_rowhouse/requests over the wire: what it tells about each request, and what it never tells.

#include "tests/admin/admin_fixture.h"

#include <regex>

namespace rowhouse::admin {
namespace {

constexpr const char* kRequests = "/_rowhouse/requests";

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

struct RequestsFixture : AdminFixture {
  using AdminFixture::AdminFixture;

  // Returns the answer with times and ids replaced.
  std::string Requests(const std::string& query = "") {
    const auto answer = CallRoute("GET", kRequests + query);
    BOOST_TEST(answer.status == 200);
    std::string body =
        std::regex_replace(answer.body, std::regex(R"("time":"20[0-9T:.-]*Z")"), R"("time":"T")");
    body =
        std::regex_replace(body, std::regex(R"("milliseconds":[0-9.e-]+)"), R"("milliseconds":0)");
    return std::regex_replace(body, std::regex(R"("request_id":"[0-9a-f-]{36}")"),
                              R"("request_id":"ID")");
  }
  // Sends a request as it is written here, with a Host, and returns the status.
  int SendRaw(const std::string& method, const std::string& target, const std::string& headers) {
    return CallRoute(method, target, "Host: tables.test\r\n" + headers).status;
  }
};

struct ThrottledFixture : RequestsFixture {
  ThrottledFixture() : RequestsFixture(OpenOnLoopback(), {.throttle = {.partition_rate = 0.001}}) {}
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(ServiceRequestsTest, RequestsFixture)

BOOST_AUTO_TEST_CASE(ShowsTheLatestFirst) {
  BOOST_TEST(Requests() == R"({"requests":[]})");
  CreateTable("orders");
  StatusOf({"GET", "/orders(PartitionKey='p',RowKey='r')?$select=Qty"});
  const std::string created =
      R"({"time":"T","method":"POST","path":"/devstoreaccount1/Tables","status":201,)"
      R"("milliseconds":0,"client":"127.0.0.1","request_id":"ID","account":"devstoreaccount1"})";
  const std::string read =
      R"({"time":"T","method":"GET",)"
      R"("path":"/devstoreaccount1/orders(PartitionKey='p',RowKey='r')?$select=Qty","status":404,)"
      R"("milliseconds":0,"client":"127.0.0.1","request_id":"ID","account":"devstoreaccount1",)"
      R"("code":"ResourceNotFound","reason":"The specified resource does not exist."})";
  BOOST_TEST(Requests() == R"({"requests":[)" + read + "," + created + "]}");
  BOOST_TEST(Requests("?max=1") == R"({"requests":[)" + read + "]}");
  BOOST_TEST(Requests("?only=failed&account=devstoreaccount1") == R"({"requests":[)" + read + "]}");
  BOOST_TEST(CallRoute("HEAD", kRequests).status == 200);
}

BOOST_AUTO_TEST_CASE(ShowsTheStringThatTheServerSigned) {
  operations::TestCall call{"GET", "/Tables"};
  call.sign = false;
  call.headers = {"x-ms-date: " + ToHttpDate(std::chrono::system_clock::now()),
                  "Authorization: SharedKey devstoreaccount1:c2VjcmV0IHNpZ25hdHVyZQ=="};
  const std::string date = call.headers[0].substr(11);
  BOOST_TEST(StatusOf(call) == 403);
  const std::string requests = Requests("?only=failed");
  BOOST_TEST(
      Has(requests, R"("code":"AuthenticationFailed","reason":"no key of the account gives this )"
                    R"(signature for string_to_sign","string_to_sign":"GET\n\n\n)" +
                        date + R"(\n/devstoreaccount1/devstoreaccount1/Tables"})"),
      requests);
  BOOST_TEST(!Has(requests, "c2VjcmV0"), requests);
}

BOOST_AUTO_TEST_CASE(NeverShowsASignature) {
  const std::string authorization = "x-ms-date: " + ToHttpDate(std::chrono::system_clock::now()) +
                                    "\r\nAuthorization: SharedKey devstoreaccount1:c2VjcmV0\r\n"
                                    "Content-MD5: sig=c2VjcmV0\r\nContent-Type: ?sig=c2VjcmV0\r\n";
  const std::string token = "sv=2019-02-02&tn=orders&sp=r&se=2099-01-01&sig=c2VjcmV0";
  for (const std::string& target : {
           "/devstoreaccount1/orders?" + token,
           std::string("/devstoreaccount1/orders?%73ig=c2VjcmV0&sv=1"),
           std::string("/devstoreaccount1/orders?SIG=c2VjcmV0"),
           "/devstoreaccount1/orders%3F" + token,
           "/nobody/orders?" + token,
           std::string("/tyy&sig=c2VjcmV0"),
           std::string("/sig=c2VjcmV0"),
           std::string("/devstoreaccount1/AccountKey%3Dc2VjcmV0"),
           std::string("/devstoreaccount1/orders?comp=sig=c2VjcmV0"),
           std::string("/devstoreaccount1/orders?%20sig%00=c2VjcmV0"),
           std::string("/devstoreaccount1/orders?admin-token=c2VjcmV0"),
       }) {
    BOOST_TEST_CONTEXT(target) {
      for (const std::string& headers : {std::string(), authorization}) {
        BOOST_TEST(SendRaw("GET", target, headers) >= 400);
      }
    }
  }
  const std::string requests = Requests();
  BOOST_TEST(!Has(requests, "c2VjcmV0"), requests);
  BOOST_TEST(
      Has(requests, "/devstoreaccount1/orders?sv=2019-02-02&tn=orders&sp=r&se=2099-01-01&***"),
      requests);
}

BOOST_AUTO_TEST_CASE(NamesTheErrorOfAPart) {
  CreateTable("orders");
  Insert("orders", "p", "r");
  StatusOf(
      {"POST",
       "/$batch",
       "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n"
       "--c\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n"
       "POST http://x/devstoreaccount1/orders HTTP/1.1\r\nContent-Type: application/json\r\n\r\n"
       R"({"PartitionKey":"p","RowKey":"r"})"
       "\r\n--c--\r\n--b--\r\n",
       {"Accept: application/json", "Content-Type: multipart/mixed; boundary=b"}});
  const std::string requests = Requests("?only=failed");
  BOOST_TEST(Has(requests, R"("path":"/devstoreaccount1/$batch","status":202,)"), requests);
  BOOST_TEST(
      Has(requests, R"("code":"EntityAlreadyExists","reason":"The specified entity already)"),
      requests);
}

BOOST_FIXTURE_TEST_CASE(NamesTheLimitThatWasExceeded, ThrottledFixture) {
  CreateTable("orders");
  Insert("orders", "p", "r");
  BOOST_TEST(StatusOf({"GET", "/orders(PartitionKey='p',RowKey='r')"}) == 503);
  BOOST_TEST(Has(Requests("?only=failed"),
                 R"("code":"ServerBusy","reason":"--throttle: more operations per second than a )"
                 R"(partition may have"})"));
}

BOOST_AUTO_TEST_CASE(ShowsASignerOnlyItsAccount) {
  BOOST_TEST(SendRaw("GET", "/nobody/orders", "") == 403);
  StatusOf({"GET", "/Tables"});
  BOOST_TEST(Has(Requests(), "/nobody/orders"));
  operations::TestCall call{"GET", kRequests};
  call.has_account = false;
  const std::string shown = Show(call);
  BOOST_TEST(Has(shown, "/devstoreaccount1/Tables"), shown);
  BOOST_TEST(!Has(shown, "nobody"), shown);
}

BOOST_AUTO_TEST_CASE(RefusesOtherParameters) {
  for (const char* query : {"?max=0", "?max=501", "?max=x", "?only=slow"}) {
    const auto answer = CallRoute("GET", std::string(kRequests) + query);
    BOOST_TEST(answer.status == 400);
    BOOST_TEST(Has(answer.body, R"("code":"InvalidParameter")"), answer.body);
  }
  BOOST_TEST(CallRoute("GET", std::string(kRequests) + "?account=nobody").status == 404);
  BOOST_TEST(CallRoute("GET", kRequests, "Host: evil.example\r\n").status == 403);
  BOOST_TEST(
      CallRoute("GET", kRequests, "Host: localhost\r\nOrigin: http://evil.example\r\n").status ==
      403);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::admin
