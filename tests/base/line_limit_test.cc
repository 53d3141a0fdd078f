#include "base/line_limit.h"

#include <boost/test/unit_test.hpp>
#include <chrono>

namespace rowhouse {
namespace {

using std::chrono::milliseconds;

constexpr std::chrono::steady_clock::time_point kStart{std::chrono::hours(1)};

}  // namespace

BOOST_AUTO_TEST_SUITE(LineLimitTest)

BOOST_AUTO_TEST_CASE(EachSecondHasSoManyLines) {
  LineLimit limit(2);
  BOOST_TEST((limit.Admit(kStart) == 0U));
  BOOST_TEST((limit.Admit(kStart + milliseconds(1)) == 0U));
  BOOST_TEST(!limit.Admit(kStart + milliseconds(2)).has_value());
  BOOST_TEST(!limit.Admit(kStart + milliseconds(999)).has_value());
  BOOST_TEST((limit.Admit(kStart + milliseconds(1000)) == 2U));
  BOOST_TEST((limit.Admit(kStart + milliseconds(1000)) == 0U));
  BOOST_TEST(!limit.Admit(kStart + milliseconds(1001)).has_value());
}

BOOST_AUTO_TEST_CASE(WhatIsLeftOutIsCountedUntilTheNextLine) {
  LineLimit limit(1);
  BOOST_TEST((limit.Admit(kStart) == 0U));
  for (int i = 0; i < 1000; ++i) BOOST_TEST(!limit.Admit(kStart).has_value());
  BOOST_TEST((limit.Admit(kStart + std::chrono::hours(1)) == 1000U));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
