#include "table_service/traffic/throttle_options.h"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <initializer_list>

namespace rowhouse {
namespace {

std::string Shown(const ThrottleOptions& options) {
  std::string text =
      fmt::format("partition {} account {}", options.partition_rate, options.account_rate);
  for (const auto& [table, units] : options.provisioned) {
    text += fmt::format(" {} {}", table, units);
  }
  return text + fmt::format(" default {}", options.provisioned_default);
}

struct Case {
  const char* text;
  const char* shown;  // null: refused
};

template <class Parse>
void CheckCases(std::initializer_list<Case> cases, Parse parse) {
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.text) {
      ThrottleOptions options;
      const auto parsed = parse(c.text, options);
      BOOST_TEST(parsed.has_value() == (c.shown != nullptr));
      if (parsed && c.shown != nullptr) BOOST_TEST(Shown(options) == c.shown);
      if (!parsed) BOOST_TEST(parsed.error().find(c.text) != std::string::npos);
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ThrottleOptionsTest)

BOOST_AUTO_TEST_CASE(ReadsRates) {
  CheckCases({{"cloud", "partition 2000 account 20000 default 0"},
              {"partition:5", "partition 5 account 0 default 0"},
              {"account:7", "partition 0 account 7 default 0"},
              {"account:7,partition:5", "partition 5 account 7 default 0"},
              {"", nullptr},
              {"Cloud", nullptr},
              {"partition:0", nullptr},
              {"partition:-1", nullptr},
              {"partition:1.5", nullptr},
              {"partition", nullptr},
              {"partition:5;account:7", nullptr},
              {"partition:99999999999999999999", nullptr},
              {"table:5", nullptr},
              {"5", nullptr}},
             ParseThrottle);
}

BOOST_AUTO_TEST_CASE(ReadsRequestUnits) {
  CheckCases({{"400", "partition 0 account 0 default 400"},
              {"Orders=400", "partition 0 account 0 orders 400 default 0"},
              {"=400", nullptr},
              {"a b=400", nullptr},
              {"orders=", nullptr},
              {"orders=0", nullptr},
              {"orders=4x", nullptr},
              {"", nullptr}},
             ParseProvisioned);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
