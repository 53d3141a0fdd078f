#include "cli/terminal/interrupt.h"

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <thread>

namespace rowhouse::cli {

BOOST_AUTO_TEST_SUITE(InterruptTest)

BOOST_AUTO_TEST_CASE(AGuardEndsAtOnce) {
  const auto begin = std::chrono::steady_clock::now();
  for (int round = 0; round < 40; ++round) {
    const InterruptGuard guard;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));  // its watcher has begun to wait
    BOOST_TEST(!Interrupted());
  }
  // Were each to wait until its watcher next looks for a signal, it would be two seconds.
  BOOST_TEST((std::chrono::steady_clock::now() - begin < std::chrono::seconds(1)));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::cli
