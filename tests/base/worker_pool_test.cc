#include "base/worker_pool.h"

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <stdexcept>

namespace rowhouse {

BOOST_AUTO_TEST_SUITE(WorkerPoolTest)

BOOST_AUTO_TEST_CASE(FinishesPostedWorkBeforeItEnds) {
  std::atomic<int> done = 0;
  {
    WorkerPool pool(3);
    for (int i = 0; i < 1000; ++i) pool.Post([&] { ++done; });
  }
  BOOST_TEST(done == 1000);
}

BOOST_AUTO_TEST_CASE(TakesWorkFromItsOwnThreads) {
  std::atomic<int> done = 0;
  {
    WorkerPool pool(1);
    pool.Post([&] { pool.Post([&] { ++done; }); });
  }
  BOOST_TEST(done == 1);
}

BOOST_AUTO_TEST_CASE(ContinuesAfterWorkThatThrows) {
  std::atomic<int> done = 0;
  {
    WorkerPool pool(1);
    pool.Post([] { throw std::runtime_error("on purpose"); });
    pool.Post([] { throw 1; });
    pool.Post([&] { ++done; });
  }
  BOOST_TEST(done == 1);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
