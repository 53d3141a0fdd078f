// Access policies and service properties in the store.

#include "tests/store/store_fixture.h"

namespace rowhouse::sqlite {
namespace {

const AccessPolicies kPolicies = {
    {.id = "reader", .start = DateTime{630822816000000001}, .permissions = "r"},
    {.id = "b", .expiry = DateTime{DateTime::kTicksMax}},
    {.id = "a"}};

ServicePropertiesChange SomeChange() {
  return {.logging = LoggingProperties{.read = true, .retention_days = 3},
          .cors = std::vector<CorsRule>{{.allowed_methods = {"GET"}, .allowed_origins = {"*"}}}};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(StoreSettingsTest)

BOOST_AUTO_TEST_CASE(ReopenedStoreHasTheSettings) {
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

// Earlier versions stored rules with control characters, which may no longer be set.
BOOST_AUTO_TEST_CASE(AStoreWithRulesThatMayNoLongerBeSetOpens) {
  const std::string origin = "http://a\nb";
  const TempFolder folder;
  const auto options = OptionsFor(kStoreModes[0], folder);
  {
    const auto store = OpenStore(options);
    BOOST_REQUIRE(store->ChangeServiceProperties(
        {.cors =
             std::vector<CorsRule>{{.allowed_methods = {"GET"}, .allowed_origins = {origin}}}}));
  }
  const auto properties = OpenStore(options)->GetServiceProperties();
  BOOST_REQUIRE(properties->cors.size() == 1);
  BOOST_TEST(properties->cors[0].allowed_origins[0] == origin);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::sqlite
