// GET /_rowhouse/tables over the wire: sizes, rates and findings of each table.

#include "tests/admin/admin_fixture.h"

#include <regex>

namespace rowhouse::admin {
namespace {

constexpr const char* kTables = "/_rowhouse/tables";

struct TablesFixture : AdminFixture {
  using AdminFixture::AdminFixture;

  // Returns the answer with times and sizes in bytes replaced.
  std::string Tables(const std::string& query = "") {
    const auto answer = CallRoute("GET", kTables + query);
    BOOST_TEST(answer.status == 200);
    const std::string body = std::regex_replace(
        answer.body, std::regex(R"("measured":"20[0-9T:.-]*Z")"), R"("measured":"T")");
    return std::regex_replace(body, std::regex(R"("bytes":[1-9][0-9]+)"), R"("bytes":B)");
  }
  // Asks until the answer has `part`: on a busy machine sizes may be old.
  std::string TablesWith(const std::string& part, const std::string& query = "") {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    for (;;) {
      std::string tables = Tables(query);
      if (tables.find(part) != std::string::npos || std::chrono::steady_clock::now() > end) {
        return tables;
      }
    }
  }
};

struct NoDetectorFixture : TablesFixture {
  NoDetectorFixture() : TablesFixture(OpenOnLoopback(), {.detect = false}) {}
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(ServiceTablesTest, TablesFixture)

BOOST_AUTO_TEST_CASE(ShowsEachTableAsItIsNow) {
  BOOST_TEST(Tables() == R"({"measured":"T","tables":[]})");
  CreateTable("Orders");
  CreateTable("idle");
  const std::string idle =
      R"({"account":"devstoreaccount1","table":"idle","rows":0,"bytes":0,"partitions":0,)"
      R"("exact":true,"reads_per_second":0,"writes_per_second":0,)"
      R"("busiest_partition_per_second":0,"busiest_partition_of_limit":0,"findings":[]})";
  Insert("Orders", "p", "1");
  Insert("Orders", "p", "2");
  Insert("Orders", "q", "1");
  const std::string tables = TablesWith(R"("rows":3,)");
  const std::string orders =
      R"({"account":"devstoreaccount1","table":"Orders","rows":3,"bytes":B,"partitions":2,)"
      R"("exact":true,"reads_per_second":0,"writes_per_second":0.)";
  BOOST_TEST(tables.starts_with(R"({"measured":"T","tables":[)" + idle + "," + orders), tables);
  const std::size_t busiest = tables.rfind(R"("busiest_partition_per_second":0.)");
  BOOST_TEST(busiest != std::string::npos, tables);
  BOOST_TEST(tables.ends_with(R"("findings":[]}]})"), tables);
  Insert("Orders", "q", "2");
  BOOST_TEST(TablesWith(R"("rows":4,)").find(R"("rows":4,)") != std::string::npos);
  BOOST_TEST(StatusOf({"DELETE", "/Tables('Orders')"}) == 204);
  const std::string only_idle = R"({"measured":"T","tables":[)" + idle + "]}";
  BOOST_TEST(TablesWith(only_idle, "?account=devstoreaccount1") == only_idle);
}

BOOST_FIXTURE_TEST_CASE(LeavesOutRatesWithoutTheDetector, NoDetectorFixture) {
  CreateTable("orders");
  BOOST_TEST(TablesWith("orders") ==
             R"({"measured":"T","tables":[{"account":"devstoreaccount1","table":"orders",)"
             R"("rows":0,"bytes":0,"partitions":0,"exact":true}]})");
}

BOOST_AUTO_TEST_CASE(IsGuardedLikeTheOtherRoutes) {
  BOOST_TEST(CallRoute("HEAD", kTables).status == 200);
  BOOST_TEST(CallRoute("POST", kTables).Header("Allow") == "GET, HEAD");
  BOOST_TEST(CallRoute("GET", kTables, "Host: evil.example\r\n").status == 403);
  BOOST_TEST(
      CallRoute("GET", kTables, "Host: localhost\r\nSec-Fetch-Site: cross-site\r\n").status == 403);
  BOOST_TEST(CallRoute("GET", std::string(kTables) + "?account=nobody").status == 404);
}

BOOST_AUTO_TEST_CASE(ThePageLeadsToIt) {
  const auto page = CallRoute("GET", "/_rowhouse/", "Host: localhost\r\nAccept: text/html\r\n");
  for (const char* const route : {"tables", "requests", "metrics", "hotspots"}) {
    const std::string link = std::string("<a href=\"/_rowhouse/") + route + "\">";
    BOOST_TEST(page.body.find(link) != std::string::npos, link);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::admin
