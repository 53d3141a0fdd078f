// Access policies and service properties in the store.

#include "table_service/store/sqlite/sqlite_connection.h"
#include "tests/store/store_fixture.h"

namespace rowhouse {
namespace {

const AccessPolicies kPolicies = {
    {.id = "reader", .start = DateTime{630822816000000001}, .permission = "r"},
    {.id = "b", .expiry = DateTime{DateTime::kTicksMax}},
    {.id = "a"}};

ServicePropertiesChange SomeChange() {
  return {.logging = LoggingProperties{.read = true, .retention_days = 3},
          .cors = std::vector<CorsRule>{{.allowed_methods = {"GET"}, .allowed_origins = {"*"}}}};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(StoreSettingsTest)

BOOST_AUTO_TEST_CASE(PoliciesAreReplacedAndGoWithTheirTable) {
  for (const auto& mode : kStoreModes) {
    BOOST_TEST_CONTEXT(mode.name) {
      const TempFolder folder;
      const auto store = OpenStore(OptionsFor(mode, folder));
      BOOST_TEST(
          (store->SetAccessPolicies("orders", {}).error().code == ErrorCode::kTableNotFound));
      BOOST_REQUIRE(store->CreateTable("orders"));
      BOOST_REQUIRE(store->CreateTable("others"));
      BOOST_TEST((*store->GetAccessPolicies("orders"))->empty());
      BOOST_REQUIRE(store->SetAccessPolicies("Orders", kPolicies));
      BOOST_TEST((**store->GetAccessPolicies("orders") == kPolicies));
      BOOST_TEST((*store->GetAccessPolicies("others"))->empty());
      BOOST_TEST((store->FindAccessPolicy("ORDERS", "reader") == kPolicies[0]));
      BOOST_TEST(!store->FindAccessPolicy("orders", "Reader").has_value());
      BOOST_REQUIRE(store->SetAccessPolicies("orders", {kPolicies[2]}));
      BOOST_TEST((**store->GetAccessPolicies("orders") == AccessPolicies{kPolicies[2]}));
      BOOST_REQUIRE(store->DeleteTable("orders"));
      BOOST_TEST(!store->FindAccessPolicy("orders", "a").has_value());
      BOOST_TEST((store->GetAccessPolicies("orders").error().code == ErrorCode::kTableNotFound));
      BOOST_REQUIRE(store->CreateTable("orders"));
      BOOST_TEST((*store->GetAccessPolicies("orders"))->empty());
    }
  }
}

BOOST_AUTO_TEST_CASE(ReopenedStoreHasThem) {
  for (const auto& mode : kStoreModes) {
    if (mode.in_memory) continue;
    BOOST_TEST_CONTEXT(mode.name) {
      const TempFolder folder;
      const auto options = OptionsFor(mode, folder);
      {
        const auto store = OpenStore(options);
        BOOST_TEST((*store->GetServiceProperties() == ServiceProperties{}));
        BOOST_REQUIRE(store->CreateTable("orders"));
        BOOST_REQUIRE(store->SetAccessPolicies("orders", kPolicies));
        BOOST_REQUIRE(store->ChangeServiceProperties(SomeChange()));
        BOOST_REQUIRE(store->ChangeServiceProperties(
            {.minute_metrics = MetricsProperties{.enabled = true, .include_apis = true}}));
      }
      const auto store = OpenStore(options);
      BOOST_TEST((**store->GetAccessPolicies("orders") == kPolicies));
      auto expected = SomeChange().AppliedTo({});
      expected.minute_metrics = {.enabled = true, .include_apis = true};
      BOOST_TEST((*store->GetServiceProperties() == expected));
    }
  }
}

BOOST_AUTO_TEST_CASE(CatalogFromBeforeThereWereSettingsOpens) {
  const TempFolder folder;
  const auto options = OptionsFor(kStoreModes[0], folder);
  {
    const auto store = OpenStore(options);
    BOOST_REQUIRE(store->CreateTable("orders"));
  }
  {
    auto catalog = Connection::Open((options.folder / "account.db").string(),
                                    Connection::Access::kExisting, "");
    BOOST_REQUIRE(catalog->Execute("DROP TABLE access_policies; DROP TABLE service_properties"));
  }
  const auto store = OpenStore(options);
  BOOST_TEST((*store->GetAccessPolicies("orders"))->empty());
  BOOST_TEST(store->SetAccessPolicies("orders", kPolicies).has_value());
  BOOST_TEST(store->ChangeServiceProperties(SomeChange()).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
