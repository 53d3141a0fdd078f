// The storage port, over every engine: tables, access policies, service properties.

#include "tests/store/engines.h"

#include <optional>

namespace rowhouse {
namespace {

const AccessPolicies kPolicies = {
    {.id = "reader", .start = DateTime{630822816000000001}, .permissions = "r"},
    {.id = "b", .expiry = DateTime{DateTime::kTicksMax}},
    {.id = "a"}};

// Returns the error with which a scan of everything fails, at its beginning or at its first row.
std::optional<ErrorCode> EndOf(EntitySource& source) {
  const auto cursor = source.Scan({});
  if (!cursor) return cursor.error().code;
  StoredEntity entity;
  const auto next = (*cursor)->Next(entity);
  return next ? std::nullopt : std::optional(next.error().code);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ContractTablesTest)

BOOST_AUTO_TEST_CASE(TableNamesIgnoreCaseAndKeepTheirSpelling) {
  InEachMode([](store::AccountStore& store) {
    for (const char* name : {"Zebra", "apple", "Apricot"})
      BOOST_TEST(store.CreateTable(name).has_value());
    BOOST_TEST((store.CreateTable("ZEBRA").error().code == ErrorCode::kTableAlreadyExists));
    BOOST_TEST(store.FindTable("zEBRA").value() == "Zebra");
    BOOST_TEST((store.FindTable("none").error().code == ErrorCode::kResourceNotFound));
    using Names = std::vector<std::string>;
    BOOST_TEST((*store.ListTables("", 10) == Names{"apple", "Apricot", "orders", "Zebra"}));
    BOOST_TEST((*store.ListTables("APR", 2) == Names{"Apricot", "orders"}));
    BOOST_TEST(store.ListTables("zz", 2)->empty());
  });
}

BOOST_AUTO_TEST_CASE(DeletedTableIsGoneAndItsNameIsFree) {
  InEachMode([](store::AccountStore& store) {
    for (const char* partition : {"p", "q", "r"}) {
      BOOST_REQUIRE(ApplyNow(store, Insert(partition, "1")).has_value());
    }
    const auto old_source = store.OpenSource("orders");
    BOOST_REQUIRE(store.DeleteTable("Orders").has_value());
    BOOST_TEST(!store.FindTable("orders"));
    BOOST_TEST((store.DeleteTable("orders").error().code == ErrorCode::kResourceNotFound));
    BOOST_TEST((ApplyNow(store, Insert("p", "2")).error().error.code == ErrorCode::kTableNotFound));
    BOOST_TEST((store.OpenSource("orders").error().code == ErrorCode::kTableNotFound));
    BOOST_TEST((EndOf(**old_source) == ErrorCode::kTableNotFound));
    BOOST_REQUIRE(store.CreateTable("orders").has_value());
    BOOST_TEST(ScanKeys(store).empty());
    BOOST_TEST(ApplyNow(store, Insert("p", "1")).has_value());
    BOOST_TEST(ScanKeys(store) == "p/1");
  });
}

BOOST_AUTO_TEST_CASE(MissingTableIsReportedByEachPart) {
  InEachMode([](store::AccountStore& store) {
    BOOST_TEST(store.RequireTable("ORDERS").has_value());
    BOOST_TEST((store.RequireTable("none").error().code == ErrorCode::kTableNotFound));
    BOOST_TEST((store.OpenSource("none").error().code == ErrorCode::kTableNotFound));
    BOOST_TEST((store.Count("none").error().code == ErrorCode::kTableNotFound));
    BOOST_TEST((store.ListPartitions("none", "", 1).error().code == ErrorCode::kTableNotFound));
    BOOST_TEST((store.GetAccessPolicies("none").error().code == ErrorCode::kTableNotFound));
    ChangeSet changes = Insert("p", "r");
    changes.table = "none";
    BOOST_TEST((ApplyNow(store, changes).error().error.code == ErrorCode::kTableNotFound));
  });
}

BOOST_AUTO_TEST_CASE(PoliciesAreReplacedAndDeletedWithTheirTable) {
  InEachMode([](store::AccountStore& store) {
    BOOST_TEST((store.SetAccessPolicies("none", {}).error().code == ErrorCode::kTableNotFound));
    BOOST_REQUIRE(store.CreateTable("others"));
    BOOST_TEST((*store.GetAccessPolicies("orders"))->empty());
    BOOST_REQUIRE(store.SetAccessPolicies("Orders", kPolicies));
    BOOST_TEST((**store.GetAccessPolicies("orders") == kPolicies));
    BOOST_TEST((*store.GetAccessPolicies("others"))->empty());
    BOOST_TEST((store.FindAccessPolicy("ORDERS", "reader") == kPolicies[0]));
    BOOST_TEST(!store.FindAccessPolicy("orders", "Reader").has_value());
    BOOST_REQUIRE(store.SetAccessPolicies("orders", {kPolicies[2]}));
    BOOST_TEST((**store.GetAccessPolicies("orders") == AccessPolicies{kPolicies[2]}));
    BOOST_REQUIRE(store.DeleteTable("orders"));
    BOOST_TEST(!store.FindAccessPolicy("orders", "a").has_value());
    BOOST_TEST((store.GetAccessPolicies("orders").error().code == ErrorCode::kTableNotFound));
    BOOST_REQUIRE(store.CreateTable("orders"));
    BOOST_TEST((*store.GetAccessPolicies("orders"))->empty());
  });
}

BOOST_AUTO_TEST_CASE(ServicePropertiesKeepTheUnchanged) {
  InEachMode([](store::AccountStore& store) {
    BOOST_TEST((*store.GetServiceProperties() == ServiceProperties{}));
    const ServicePropertiesChange logging{.logging =
                                              LoggingProperties{.read = true, .retention_days = 3}};
    const ServicePropertiesChange metrics{
        .minute_metrics = MetricsProperties{.enabled = true, .include_apis = true}};
    BOOST_REQUIRE(store.ChangeServiceProperties(logging));
    const auto before = store.GetServiceProperties();
    BOOST_REQUIRE(store.ChangeServiceProperties(metrics));
    BOOST_TEST((*before == logging.AppliedTo({})));
    BOOST_TEST((*store.GetServiceProperties() == metrics.AppliedTo(logging.AppliedTo({}))));
  });
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
