#include "cli/terminal/numbers.h"

#include <boost/test/unit_test.hpp>

namespace rowhouse::cli {

BOOST_AUTO_TEST_SUITE(NumbersTest)

BOOST_AUTO_TEST_CASE(CommasStandBetweenThousands) {
  BOOST_TEST(WithCommas(0) == "0");
  BOOST_TEST(WithCommas(999) == "999");
  BOOST_TEST(WithCommas(1000) == "1,000");
  BOOST_TEST(WithCommas(1234567) == "1,234,567");
  BOOST_TEST(WithCommas(18446744073709551615U) == "18,446,744,073,709,551,615");
}

BOOST_AUTO_TEST_CASE(ShortNumbersHaveAUnit) {
  BOOST_TEST(ShortNumber(0) == "0");
  BOOST_TEST(ShortNumber(3.25) == "3.2");
  BOOST_TEST(ShortNumber(950) == "950");
  BOOST_TEST(ShortNumber(999.96) == "1.0k");
  BOOST_TEST(ShortNumber(54321) == "54.3k");
  BOOST_TEST(ShortNumber(1.2e6) == "1.2M");
}

BOOST_AUTO_TEST_CASE(BytesAreCountedInBinaryUnits) {
  BOOST_TEST(BytesText(512) == "512 B");
  BOOST_TEST(BytesText(1536) == "1.5 KiB");
  BOOST_TEST(BytesText(1048575) == "1.0 MiB");
}

BOOST_AUTO_TEST_CASE(DurationsGrowCoarser) {
  using std::chrono::seconds;
  BOOST_TEST(DurationText(seconds(7)) == "7 s");
  BOOST_TEST(DurationText(seconds(125)) == "2 min 05 s");
  BOOST_TEST(DurationText(seconds(11400)) == "3 h 10 min");
}

BOOST_AUTO_TEST_CASE(SmallPercentagesKeepADigit) {
  BOOST_TEST(PercentText(0) == "0 %");
  BOOST_TEST(PercentText(0.003) == "0.3 %");
  BOOST_TEST(PercentText(0.12) == "12 %");
  BOOST_TEST(PercentText(1) == "100 %");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::cli
