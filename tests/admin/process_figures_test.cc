// What the kernel knows about a process.

#include "table_service/admin/process_figures.h"

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <ctime>

namespace rowhouse::admin {

BOOST_AUTO_TEST_SUITE(ProcessFiguresTest)

BOOST_AUTO_TEST_CASE(ReadsTheLineOfTheKernel) {
  const auto figures = ParseProcessStat(
      "17 (a name) with) S 1 17 17 0 -1 4194560 9 0 0 0 250 150 0 0 20 0 9 0 12300 409600 25 "
      "18446744073709551615 1 1 0 0\n",
      {.ticks_per_second = 100, .page_bytes = 4096, .boot_seconds = 1000});
  BOOST_REQUIRE(figures);
  BOOST_TEST(figures->cpu_seconds == 4);
  BOOST_TEST(figures->start_seconds == 1123);
  BOOST_TEST(figures->virtual_bytes == 409600U);
  BOOST_TEST(figures->resident_bytes == 25U * 4096);
}

BOOST_AUTO_TEST_CASE(ReadsNothingFromOtherText) {
  for (const char* const text : {"", "17", "17 (name) S 1 17", "17 (name"}) {
    BOOST_TEST(!ParseProcessStat(text, {}), text);
  }
}

BOOST_AUTO_TEST_CASE(KnowsThisProcess) {
  const auto figures = ReadProcessFigures();
  BOOST_REQUIRE(figures);
  BOOST_TEST(figures->resident_bytes > 100000U);
  BOOST_TEST(figures->virtual_bytes >= figures->resident_bytes);
  BOOST_TEST(figures->open_descriptors >= 3U);
  BOOST_TEST(figures->descriptors_max >= figures->open_descriptors);
  const auto now = static_cast<double>(std::time(nullptr));
  BOOST_TEST(figures->start_seconds <= now + 1);
  BOOST_TEST(figures->start_seconds > now - 3600);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::admin
