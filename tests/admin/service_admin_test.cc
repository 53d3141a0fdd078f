// Admin routes over the wire: their list, who may call them, their answers and their errors.

#include "tests/admin/admin_fixture.h"

namespace rowhouse::admin {

BOOST_FIXTURE_TEST_SUITE(ServiceAdminTest, AdminFixture)

BOOST_AUTO_TEST_CASE(HealthIsOpenToEveryHost) {
  const auto answer = CallRoute("GET", "/_rowhouse/health", "Host: evil.example\r\n");
  BOOST_TEST(answer.status == 200);
  BOOST_TEST(answer.body == R"({"status":"ok","version":")" ROWHOUSE_VERSION R"("})");
  BOOST_TEST(answer.Header("Content-Type") == "application/json");
  BOOST_TEST(answer.Header("Cache-Control") == "no-store");
}

BOOST_AUTO_TEST_CASE(AnswersHeadWhereItAnswersGet) {
  BOOST_TEST(CallRoute("HEAD", "/_rowhouse/health").status == 200);
  BOOST_TEST(CallRoute("HEAD", "/_rowhouse/reset").status == 405);
}

BOOST_AUTO_TEST_CASE(ShowsBrowsersAPage) {
  const std::string browser =
      "Host: localhost\r\nAccept: text/html,application/xml;q=0.9,*/*;q=0.8\r\n";
  for (const char* target : {"/", "/_rowhouse/"}) {
    BOOST_TEST_CONTEXT(target) {
      const auto page = CallRoute("GET", target, browser);
      BOOST_TEST(page.status == 200);
      BOOST_TEST(page.Header("Content-Type") == "text/html; charset=utf-8");
      BOOST_TEST(page.body.starts_with("<!DOCTYPE html>"));
      BOOST_TEST(page.body.find("<h1>Rowhouse " ROWHOUSE_VERSION "</h1>") != std::string::npos);
    }
  }
  const auto moved = CallRoute("GET", "/_rowhouse");
  BOOST_TEST(moved.status == 301);
  BOOST_TEST(moved.Header("Location") == "/_rowhouse/");
  for (const char* target : {"/favicon.ico", "/robots.txt"}) {
    BOOST_TEST(CallRoute("GET", target, browser).status == 404);
  }
}

BOOST_AUTO_TEST_CASE(ShowsClientsNoPage) {
  const std::string html = "Host: localhost\r\nAccept: text/html\r\n";
  struct Case {
    const char* name;
    const char* method;
    const char* target;
    std::string headers;
  };
  const Case cases[] = {
      {"JSON", "GET", "/", "Host: localhost\r\nAccept: application/json\r\n"},
      {"no Accept", "GET", "/", "Host: localhost\r\n"},
      {"a version", "GET", "/", html + "x-ms-version: 2019-02-02\r\n"},
      {"a date", "GET", "/", html + "x-ms-date: Sat, 28 Nov 2026 00:00:00 GMT\r\n"},
      {"a signature", "GET", "/", html + "Authorization: SharedKey a:b\r\n"},
      {"a query", "GET", "/?comp=list", html},
      {"an account", "GET", "/devstoreaccount1", html},
      {"another method", "POST", "/", html},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) {
      const auto answer = CallRoute(c.method, c.target, c.headers);
      BOOST_TEST(answer.status >= 400);
      BOOST_TEST(answer.body.find("<html") == std::string::npos);
    }
  }
}

BOOST_AUTO_TEST_CASE(RefusesInJson) {
  struct Case {
    const char* name;
    const char* method;
    const char* target;
    const char* headers;
    int status;
    const char* code;
  };
  const Case cases[] = {
      {"unknown route", "GET", "/_rowhouse/other", "Host: localhost\r\n", 404, "NoSuchRoute"},
      {"no route", "GET", "/_rowhouse/", "Host: localhost\r\n", 404, "NoSuchRoute"},
      {"other method", "POST", "/_rowhouse/health", "Host: localhost\r\n", 405, "MethodNotAllowed"},
      {"foreign host before unknown route", "GET", "/_rowhouse/other", "Host: evil.example\r\n",
       403, "ForeignHost"},
      {"foreign origin", "GET", "/_rowhouse/other",
       "Host: localhost\r\nOrigin: https://evil.example\r\n", 403, "ForeignOrigin"},
      {"token for a server without one", "GET", "/_rowhouse/other",
       "Host: localhost\r\nAuthorization: Bearer x\r\n", 403, "WrongToken"},
      {"bad query", "GET", "/_rowhouse/health?a=%zz", "Host: localhost\r\n", 400, "InvalidQuery"},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) {
      const auto answer = CallRoute(c.method, c.target, c.headers);
      BOOST_TEST(answer.status == c.status);
      BOOST_TEST(answer.body.starts_with(std::string(R"({"error":{"code":")") + c.code + '"'));
      BOOST_TEST(answer.Header("Content-Type") == "application/json");
      BOOST_TEST(answer.Header("Access-Control-Allow-Origin") == "");
    }
  }
}

BOOST_AUTO_TEST_CASE(ListsRoutesAndMethods) {
  BOOST_TEST(CallRoute("GET", "/_rowhouse/other").body.find("GET /_rowhouse/health") !=
             std::string::npos);
  BOOST_TEST(CallRoute("DELETE", "/_rowhouse/health").Header("Allow") == "GET, HEAD");
  BOOST_TEST(CallRoute("GET", "/_rowhouse/reset").Header("Allow") == "POST");
}

BOOST_AUTO_TEST_CASE(ShowsFindingsAndActivityOfATable) {
  CreateTable("orders");
  CreateTable("idle");
  for (int i = 0; i < 5; ++i) Insert("orders", "p", std::to_string(i));
  StatusOf({"GET", "/orders(PartitionKey='p',RowKey='1')"});
  StatusOf({"GET", "/orders(PartitionKey='p',RowKey='absent')"});
  StatusOf({"POST", "/orders", R"({"PartitionKey":"p","RowKey":"1"})"});  // exists: not counted
  StatusOf({"GET", "/orders?$filter=PartitionKey%20eq%20'p'"});
  StatusOf({"GET", "/orders"});  // not on a single partition: not counted
  BOOST_TEST(CallRoute("GET", "/_rowhouse/hotspots?account=devstoreaccount1&table=ORDERS").body ==
             R"({"tables":[{"table":"orders","operations":8,"findings":[]}]})");
  BOOST_TEST(CallRoute("GET", "/_rowhouse/hotspots?table=idle").body ==
             R"({"tables":[{"table":"idle","operations":0,"findings":[]}]})");
  BOOST_TEST(CallRoute("GET", "/_rowhouse/hotspots").body ==
             R"({"tables":[{"table":"orders","operations":8,"findings":[]}]})");
  const std::string activity = CallRoute("GET", "/_rowhouse/activity?table=orders").body;
  BOOST_TEST(activity.starts_with(R"({"table":"orders","begin":"20)"));
  BOOST_TEST(activity.find(R"("step_seconds":1,"ranges":[{"from":{"partition":"","row":""},)"
                           R"("reads":[)") != std::string::npos);
  BOOST_TEST(StatusOf({"DELETE", "/Tables('orders')"}) == 204);
  BOOST_TEST(CallRoute("GET", "/_rowhouse/hotspots").body == R"({"tables":[]})");
}

BOOST_AUTO_TEST_CASE(ListsPartitionsPageByPage) {
  CreateTable("orders");
  for (const char* const partition : {"a", "b", "c"}) Insert("orders", partition, "r");
  Insert("orders", "b", "s", R"("Qty":1)");
  const std::string first = CallRoute("GET", "/_rowhouse/partitions?table=orders&max=2").body;
  BOOST_TEST(first.starts_with(
      R"({"table":"orders","partitions":[{"partition":"a","rows":1,"bytes":4,"exact":true,)"
      R"("file":"a.db","own_file":true,"reads_per_second":0,"writes_per_second":0.)"));
  BOOST_TEST(first.find(R"({"partition":"b","rows":2,"bytes":15,)") != std::string::npos);
  const std::size_t token = first.find(R"("continuation":")") + 16;
  BOOST_REQUIRE(token > 16U);
  const std::string rest = CallRoute("GET", "/_rowhouse/partitions?table=orders&continuation=" +
                                                first.substr(token, first.find('"', token) - token))
                               .body;
  BOOST_TEST(rest.starts_with(R"({"table":"orders","partitions":[{"partition":"c","rows":1,)"));
  BOOST_TEST(rest.find("continuation") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(RefusesMissingTablesAndParameters) {
  struct Case {
    const char* target;
    int status;
    const char* code;
  };
  const Case cases[] = {
      {"/_rowhouse/hotspots?table=absent", 404, "TableNotFound"},
      {"/_rowhouse/hotspots?account=absent", 404, "AccountNotFound"},
      {"/_rowhouse/partitions", 400, "MissingParameter"},
      {"/_rowhouse/partitions?table=absent", 404, "TableNotFound"},
      {"/_rowhouse/partitions?table=absent&max=0", 400, "InvalidParameter"},
      {"/_rowhouse/partitions?table=absent&continuation=1!x", 400, "InvalidParameter"},
      {"/_rowhouse/activity", 400, "MissingParameter"},
      {"/_rowhouse/activity?table=absent", 404, "TableNotFound"},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.target) {
      const auto answer = CallRoute("GET", c.target);
      BOOST_TEST(answer.status == c.status);
      BOOST_TEST(answer.body.starts_with(std::string(R"({"error":{"code":")") + c.code + '"'));
    }
  }
}

BOOST_AUTO_TEST_CASE(CountsATableOrAPartition) {
  CreateTable("orders");
  for (const char* key : {"a", "a b", ""}) {
    Insert("orders", key, "1");
    Insert("orders", key, "2");
  }
  const std::string route = "/_rowhouse/count?account=devstoreaccount1";
  BOOST_TEST(CallRoute("GET", route + "&table=orders").body ==
             R"({"account":"devstoreaccount1","table":"orders","count":6})");
  BOOST_TEST(CallRoute("GET", route + "&table=orders&partition=a%20b").body ==
             R"({"account":"devstoreaccount1","table":"orders","partition":"a b","count":2})");
  BOOST_TEST(CallRoute("GET", route + "&table=orders&partition=").body ==
             R"({"account":"devstoreaccount1","table":"orders","partition":"","count":2})");
  BOOST_TEST(CallRoute("GET", route + "&table=orders&partition=b").body.find(R"("count":0)") !=
             std::string::npos);
  const auto missing = CallRoute("GET", route + "&table=none");
  BOOST_TEST(missing.status == 404);
  BOOST_TEST(missing.body ==
             R"({"error":{"code":"TableNotFound","message":"The table 'none' does not exist."}})");
  BOOST_TEST(CallRoute("GET", route).body.find("MissingParameter") != std::string::npos);
  BOOST_TEST(CallRoute("GET", "/_rowhouse/count?account=nobody&table=orders").status == 404);
}

BOOST_AUTO_TEST_CASE(ResetsOnlyIfAllowed) {
  CreateTable("orders");
  const auto refused = CallRoute("POST", "/_rowhouse/reset");
  BOOST_TEST(refused.status == 403);
  BOOST_TEST(refused.body.find("--allow-reset") != std::string::npos);
  BOOST_TEST(StatusOf({"GET", "/orders()"}) == 200);
}

BOOST_AUTO_TEST_CASE(ResetDeletesAllTables) {
  AdminOptions options = OpenOnLoopback();
  options.policy.allow_reset = true;
  AdminFixture resettable(options);
  for (int i = 0; i < 5; ++i) resettable.CreateTable("Table" + std::to_string(i));
  BOOST_TEST(resettable.CallRoute("POST", "/_rowhouse/reset").body ==
             R"({"account":"devstoreaccount1","deleted":5})");
  BOOST_TEST(resettable.StatusOf({"GET", "/Table0()"}) == 404);
  resettable.CreateTable("Table0");
  BOOST_TEST(resettable.CallRoute("GET", "/_rowhouse/reset").status == 405);
}

BOOST_AUTO_TEST_CASE(AServerInMemoryHasNoBackups) {
  for (const auto& [method, route] : {std::pair("POST", "/_rowhouse/backup?name=n"),
                                      std::pair("DELETE", "/_rowhouse/backup?name=n"),
                                      std::pair("POST", "/_rowhouse/restore?name=n&table=orders"),
                                      std::pair("GET", "/_rowhouse/backups")}) {
    const auto answer = CallRoute(method, route);
    BOOST_TEST(answer.status == 409);
    BOOST_TEST(answer.body.find("--data DIR") != std::string::npos);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::admin
