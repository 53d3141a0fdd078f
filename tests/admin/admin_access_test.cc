#include "table_service/admin/admin_access.h"

#include "base/date_time.h"
#include "table_service/auth/signed_request.h"

#include <boost/test/unit_test.hpp>

namespace rowhouse::admin {
namespace {

constexpr const char* kToken = "a-long-token";
constexpr const char* kKey = "a key for tests";
const auto kNow = *ParseHttpDate("Wed, 01 May 2024 12:00:00 GMT");

const AccountDirectory& Directory() {
  static const AccountDirectory directory(AccountMap{
      {"shop", std::make_shared<Account>(Account{.keys = {.keys = {kKey}}, .store = nullptr})}});
  return directory;
}

struct Caller {
  std::string remote = "127.0.0.1";
  std::string host = "127.0.0.1:10002";
  HeaderList headers = {};
};

wire::Request MakeRequest(const Caller& caller) {
  wire::Request request;
  request.method = "GET";
  request.target = "/_rowhouse/hotspots?table=orders";
  request.remote_address = caller.remote;
  request.headers = caller.headers;
  if (!caller.host.empty()) request.headers.emplace_back("Host", caller.host);
  return request;
}

// "open", "account NAME" or "STATUS CODE".
std::string Outcome(const wire::Request& request, const AdminPolicy& policy) {
  const auto grant = AuthorizeAdmin(request, Directory(), policy, kNow, {});
  if (!grant) return std::to_string(grant.error().status) + " " + grant.error().code;
  return grant->account ? "account " + *grant->account : "open";
}

wire::Request Signed(const std::string& account, const std::string& key, const std::string& date) {
  wire::Request request = MakeRequest({.remote = "10.0.0.1", .host = "tables.example"});
  request.headers.emplace_back("x-ms-date", date);
  const std::string text = StringToSign("SharedKeyLite", account, ToSignedRequest(request));
  request.headers.emplace_back("Authorization", "SharedKeyLite " + account + ":" + Sign(key, text));
  return request;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(AuthorizeAdminTest)

BOOST_AUTO_TEST_CASE(IsOpenOnlyToRequestsMeantForThisMachine) {
  struct Case {
    const char* name;
    Caller caller;
    const char* outcome;
  };
  const Case cases[] = {
      {"address", {}, "open"},
      {"name", {.host = "localhost:10002"}, "open"},
      {"name in upper case", {.host = "LOCALHOST"}, "open"},
      {"host style", {.host = "shop.table.localhost:10002"}, "open"},
      {"IPv6", {.remote = "::1", .host = "[::1]:10002"}, "open"},
      {"IPv4 on an IPv6 socket", {.remote = "::ffff:127.0.0.1"}, "open"},
      {"another address of loopback", {.host = "127.9.9.9"}, "open"},
      {"own page", {.headers = {{"Origin", "http://127.0.0.1:10002"}}}, "open"},
      {"own page by fetch", {.headers = {{"Sec-Fetch-Site", "same-origin"}}}, "open"},
      {"typed address", {.headers = {{"Sec-Fetch-Site", "none"}}}, "open"},
      {"no Host", {.host = ""}, "403 ForeignHost"},
      {"rebound name", {.host = "evil.example:10002"}, "403 ForeignHost"},
      {"name that begins like an address", {.host = "127.evil.example"}, "403 ForeignHost"},
      {"name that begins like a local one", {.host = "localhost.evil.example"}, "403 ForeignHost"},
      {"name that ends like a local one", {.host = "evillocalhost"}, "403 ForeignHost"},
      {"user before the host", {.host = "localhost@evil.example"}, "403 ForeignHost"},
      {"other address", {.host = "10.0.0.1:10002"}, "403 ForeignHost"},
      {"page of another site",
       {.headers = {{"Origin", "https://evil.example"}}},
       "403 ForeignOrigin"},
      {"page of another port",
       {.headers = {{"Origin", "http://127.0.0.1:3000"}}},
       "403 ForeignOrigin"},
      {"page in a sandbox", {.headers = {{"Origin", "null"}}}, "403 ForeignOrigin"},
      {"empty origin", {.headers = {{"Origin", ""}}}, "403 ForeignOrigin"},
      {"image of another site",
       {.headers = {{"Sec-Fetch-Site", "cross-site"}}},
       "403 ForeignOrigin"},
      {"image of another port",
       {.headers = {{"Sec-Fetch-Site", "same-site"}}},
       "403 ForeignOrigin"},
      {"other machine", {.remote = "10.0.0.7"}, "401 CredentialsNeeded"},
      {"machine with a similar name", {.remote = "127x"}, "401 CredentialsNeeded"},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) {
      BOOST_TEST(Outcome(MakeRequest(c.caller), {.open_on_loopback = true}) == c.outcome);
      BOOST_TEST(Outcome(MakeRequest(c.caller), {}) == "401 CredentialsNeeded");
      BOOST_TEST(Outcome(MakeRequest(c.caller), {.token = kToken, .open_on_loopback = true}) ==
                 "401 CredentialsNeeded");
    }
  }
}

BOOST_AUTO_TEST_CASE(AcceptsTheTokenFromAnyAddress) {
  struct Case {
    const char* name;
    const char* authorization;
    const char* outcome;
  };
  const Case cases[] = {
      {"token", "Bearer a-long-token", "open"},
      {"scheme in lower case", "bearer a-long-token", "open"},
      {"spaces around it", "Bearer   a-long-token ", "open"},
      {"other token", "Bearer a-long-tokem", "403 WrongToken"},
      {"beginning of the token", "Bearer a-long", "403 WrongToken"},
      {"no token", "Bearer ", "403 WrongToken"},
      {"other scheme", "Basic a-long-token", "403 AuthenticationFailed"},
      {"no scheme", "a-long-token", "403 AuthenticationFailed"},
      {"empty", "", "403 AuthenticationFailed"},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) {
      const Caller caller{
          .remote = "10.0.0.7",
          .host = "tables.example",
          .headers = {{"Authorization", c.authorization}, {"Origin", "https://dashboard.example"}}};
      BOOST_TEST(Outcome(MakeRequest(caller), {.token = kToken}) == c.outcome);
    }
  }
}

BOOST_AUTO_TEST_CASE(RefusesEveryTokenIfThereIsNone) {
  for (const char* const token : {"Bearer ", "Bearer x"}) {
    const Caller caller{.headers = {{"Authorization", token}}};
    BOOST_TEST(Outcome(MakeRequest(caller), {.open_on_loopback = true}) == "403 WrongToken");
  }
}

BOOST_AUTO_TEST_CASE(AcceptsASignatureForItsAccount) {
  const std::string date = "Wed, 01 May 2024 12:00:00 GMT";
  BOOST_TEST(Outcome(Signed("shop", kKey, date), {}) == "account shop");
  BOOST_TEST(Outcome(Signed("shop", kKey, date), {.token = kToken}) == "account shop");
  BOOST_TEST(Outcome(Signed("shop", "another key", date), {}) == "403 AuthenticationFailed");
  BOOST_TEST(Outcome(Signed("stock", kKey, date), {}) == "403 AuthenticationFailed");
  BOOST_TEST(Outcome(Signed("shop", kKey, "Wed, 01 May 2024 11:00:00 GMT"), {}) ==
             "403 AuthenticationFailed");
}

BOOST_AUTO_TEST_CASE(RefusalsNameTheRemedy) {
  const wire::Request foreign = MakeRequest({.host = "evil.example"});
  const auto closed = AuthorizeAdmin(foreign, Directory(), {}, kNow, {});
  BOOST_REQUIRE(!closed);
  BOOST_TEST(
      closed.error().message ==
      "This admin route requires credentials: sign it with the Shared Key of an account, like a "
      "table request, or start rowhoused with --admin-token TOKEN and send "
      "\"Authorization: Bearer TOKEN\".");
  BOOST_TEST(closed.error().headers.at(0).first == "WWW-Authenticate");
  const auto rebound = AuthorizeAdmin(foreign, Directory(), {.open_on_loopback = true}, kNow, {});
  BOOST_REQUIRE(!rebound);
  BOOST_TEST(rebound.error().message.find("use such an address") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::admin
