#include "table_service/server/descriptor_plan.h"

#include <boost/test/unit_test.hpp>

namespace rowhouse::server {

BOOST_AUTO_TEST_SUITE(DescriptorPlanTest)

BOOST_AUTO_TEST_CASE(DividesWhatThereIs) {
  struct Case {
    const char* name;
    std::size_t limit;
    DescriptorNeeds needs;
    std::size_t connections_max, for_files;
  };
  const Case cases[] = {
      {"enough", 1'000'000, {}, 10000, 3584},
      {"just enough", 13619, {}, 10000, 3584},
      {"one too few", 13618, {}, 9999, 3584},
      {"the usual hard limit of containers", 4096, {}, 2708, 1353},
      {"64", 64, {}, 20, 9},
      {"64, two accounts", 64, {.accounts = 2}, 4, 9},
      {"next to none", 8, {}, 4, 9},
  };
  for (const auto& one : cases) {
    BOOST_TEST_CONTEXT(one.name) {
      const auto plan = PlanDescriptors(one.limit, one.needs);
      BOOST_TEST(plan.connections_max == one.connections_max);
      BOOST_TEST(plan.for_files == one.for_files);
      BOOST_TEST(plan.wanted >= 13000U);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::server
