// The admin routes that were made for the web console, and its files over the wire.

#include "tests/admin/admin_fixture.h"

namespace rowhouse::admin {
namespace {

constexpr console::Asset kAssets[] = {
    {.path = "/_rowhouse/", .content_type = "text/html", .etag = "\"1\"", .body = "the console"}};

struct ConsoleFixture : AdminFixture {
  ConsoleFixture() : AdminFixture(WithConsole()) {}

  static AdminOptions WithConsole() {
    AdminOptions options = OpenOnLoopback();
    options.console = kAssets;
    return options;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(ServiceConsoleTest, ConsoleFixture)

BOOST_AUTO_TEST_CASE(TheFilesAreOpenToEverybody) {
  const std::string stranger = "Host: evil.example\r\nAccept: text/html\r\n";
  BOOST_TEST(CallRoute("GET", "/_rowhouse/", stranger).body == "the console");
  const auto head = CallRoute("HEAD", "/_rowhouse/", stranger);
  BOOST_TEST(head.status == 200);
  BOOST_TEST(head.Header("Content-Length") == "11");
  BOOST_TEST(CallRoute("GET", "/_rowhouse/console/absent.js", stranger).status == 404);
}

BOOST_AUTO_TEST_CASE(ThePageIsSentOnceToABrowserThatKeepsIt) {
  const auto again = CallRoute("GET", "/_rowhouse/",
                               "Host: localhost\r\nAccept: text/html\r\nIf-None-Match: \"1\"\r\n");
  BOOST_TEST(again.status == 304);
}

BOOST_AUTO_TEST_CASE(ListsTheAccounts) {
  const auto answer = CallRoute("GET", "/_rowhouse/accounts");
  BOOST_TEST(answer.body ==
             R"({"version":")" ROWHOUSE_VERSION R"(","loopback_only":true,"in_memory":true,)"
             R"("accounts":[{"account":"devstoreaccount1","development_key":false,"keys":[]}]})");
  BOOST_TEST(CallRoute("GET", "/_rowhouse/accounts?account=nobody").status == 404);
}

BOOST_AUTO_TEST_CASE(TheAccountsAndPlansAreGuarded) {
  CreateTable("people");
  for (const char* route : {"/_rowhouse/accounts", "/_rowhouse/plan?table=people"}) {
    BOOST_TEST_CONTEXT(route) {
      BOOST_TEST(CallRoute("GET", route).status == 200);
      BOOST_TEST(CallRoute("GET", route, "Host: evil.example\r\n").status == 403);
      BOOST_TEST(
          CallRoute("GET", route, "Host: localhost\r\nOrigin: http://evil.example\r\n").status ==
          403);
      BOOST_TEST(
          CallRoute("GET", route, "Host: localhost\r\nSec-Fetch-Site: cross-site\r\n").status ==
          403);
      BOOST_TEST(CallRoute("POST", route).status == 405);
    }
  }
}

BOOST_AUTO_TEST_CASE(PlansAQuery) {
  CreateTable("people");
  struct Case {
    const char* filter;
    const char* plan;
  };
  const Case cases[] = {
      {"", R"("ranges":[{"partitions":{},"rows":{}}])"},
      {"PartitionKey%20eq%20'uk'", R"("ranges":[{"partitions":{"eq":"uk"},"rows":{}}])"},
      {"PartitionKey%20eq%20''", R"("ranges":[{"partitions":{"eq":""},"rows":{}}])"},
      {"PartitionKey%20eq%20'uk'%20and%20RowKey%20ge%20'a'%20and%20RowKey%20lt%20'b'",
       R"("ranges":[{"partitions":{"eq":"uk"},"rows":{"ge":"a","lt":"b"}}])"},
      {"PartitionKey%20gt%20'a'%20and%20PartitionKey%20le%20'c'%20and%20Born%20eq%201815",
       R"("ranges":[{"partitions":{"gt":"a","le":"c"},"rows":{}}],"then":"Born eq 1815")"},
      {"PartitionKey%20eq%20'b'%20or%20PartitionKey%20eq%20'a'",
       R"("ranges":[{"partitions":{"eq":"a"},"rows":{}},{"partitions":{"eq":"b"},"rows":{}}])"},
      {"PartitionKey%20eq%20'a'%20and%20PartitionKey%20eq%20'b'", R"("ranges":[])"},
  };
  for (const Case& c : cases) {
    const auto answer =
        CallRoute("GET", std::string("/_rowhouse/plan?table=people&filter=") + c.filter);
    BOOST_TEST(answer.body ==
               std::string(R"({"account":"devstoreaccount1","table":"people",)") + c.plan + "}");
  }
}

BOOST_AUTO_TEST_CASE(SaysWhyAQueryHasNoPlan) {
  CreateTable("people");
  const auto wrong = CallRoute("GET", "/_rowhouse/plan?table=people&filter=Name%20eqq%201");
  BOOST_TEST(wrong.status == 400);
  BOOST_TEST(wrong.body.find("Syntax error at position 8 in 'Name eqq 1'.") != std::string::npos);
  BOOST_TEST(CallRoute("GET", "/_rowhouse/plan?table=absent").status == 404);
  BOOST_TEST(CallRoute("GET", "/_rowhouse/plan").status == 400);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::admin
