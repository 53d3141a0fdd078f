#include "base/loopback.h"

#include <boost/test/unit_test.hpp>

namespace rowhouse {
namespace {

BOOST_AUTO_TEST_SUITE(LoopbackTest)

BOOST_AUTO_TEST_CASE(NamesOfThisMachine) {
  for (const char* host : {"localhost", "LOCALHOST:10002", "a.localhost", "127.0.0.1", "127.1.2.3",
                           "127.0.0.1:80", "[::1]", "[::1]:80"}) {
    BOOST_TEST(IsLoopbackHost(host), host);
  }
}

BOOST_AUTO_TEST_CASE(NamesOfOthers) {
  for (const char* host : {"", "localhost.example", "notlocalhost", "127.evil.example", "127.0.0",
                           "10.0.0.1", "128.0.0.1", "1.127.0.0.1"}) {
    BOOST_TEST(!IsLoopbackHost(host), host);
  }
}

BOOST_AUTO_TEST_CASE(AnAddressIsNoName) {
  BOOST_TEST(IsLoopbackAddress("127.0.0.1"));
  BOOST_TEST(IsLoopbackAddress("::1"));
  BOOST_TEST(!IsLoopbackAddress("localhost"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rowhouse
