#include "table_service/traffic/request_units.h"

#include <boost/test/unit_test.hpp>

namespace rowhouse {

BOOST_AUTO_TEST_SUITE(RequestUnitsTest)

BOOST_AUTO_TEST_CASE(PassesThroughThePublishedPoints) {
  struct Case {
    std::size_t bytes;
    double read;
    double write;
  };
  const Case cases[] = {{0, 1, 5}, {100, 1, 5}, {1024, 1, 5}, {102400, 10, 50}};
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.bytes) {
      BOOST_TEST(ReadUnits(c.bytes) == c.read, boost::test_tools::tolerance(1e-9));
      BOOST_TEST(WriteUnits(c.bytes) == c.write, boost::test_tools::tolerance(1e-9));
      BOOST_TEST(QueryUnits(c.bytes) == c.read + 2, boost::test_tools::tolerance(1e-9));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
