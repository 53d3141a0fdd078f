#include "table_service/wire/access_log.h"

#include <boost/test/unit_test.hpp>

namespace rowhouse::wire {

BOOST_AUTO_TEST_SUITE(AccessLogTest)

BOOST_AUTO_TEST_CASE(KeepsALineInOneLine) {
  using std::string_literals::operator""s;
  BOOST_TEST(OneLine("a\nb\r\t\x1B[31m\x7F\0 \xC3\xBC"s) ==
             R"(a\nb\x0d\x09\x1b[31m\x7f\x00 )"s + "\xC3\xBC");
  BOOST_TEST(OneLine("") == "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::wire
