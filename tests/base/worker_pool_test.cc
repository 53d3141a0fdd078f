#include "base/worker_pool.h"

#include "base/guid.h"

#include <algorithm>
#include <atomic>
#include <boost/test/unit_test.hpp>
#include <set>
#include <stdexcept>
#include <string>

namespace rowhouse {

BOOST_AUTO_TEST_SUITE(WorkerPoolTest)

BOOST_AUTO_TEST_CASE(FinishesWhatWasPostedBeforeItEnds) {
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

BOOST_AUTO_TEST_CASE(GoesOnAfterWorkThatThrows) {
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

BOOST_AUTO_TEST_SUITE(GuidTest)

BOOST_AUTO_TEST_CASE(IsDashedAndUnique) {
  std::set<std::string> seen;
  for (int i = 0; i < 1000; ++i) seen.insert(NewGuid());
  BOOST_TEST(seen.size() == 1000U);
  for (const std::string& guid : seen) {
    std::string form = guid;
    for (char& c : form) {
      if (c != '-') c = std::string("0123456789abcdef").find(c) == std::string::npos ? '!' : 'x';
    }
    BOOST_TEST(form == "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx");
    BOOST_TEST(guid[14] == '4');
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
