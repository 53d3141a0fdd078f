#include "table_service/traffic/request_meter.h"

#include <boost/test/unit_test.hpp>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace rowhouse {

using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(RequestMeterTest)

BOOST_AUTO_TEST_CASE(CountsByKindStatusAndLatency) {
  RequestMeter meter;
  meter.CountRequest(RequestKind::kGetEntity, 200, 100us);
  meter.CountRequest(RequestKind::kGetEntity, 404, 101us);
  meter.CountRequest(RequestKind::kGetEntity, 503, 1h);
  meter.CountRequest(RequestKind::kBatch, 202, 3ms);
  meter.CountRequest(RequestKind::kOther, 0, -1ms);
  const KindTotals reads = meter.Totals(RequestKind::kGetEntity);
  BOOST_TEST((reads.by_status_class == std::array<std::uint64_t, 5>{0, 1, 0, 1, 1}));
  BOOST_TEST(reads.by_latency[0] == 1U);
  BOOST_TEST(reads.by_latency[1] == 1U);
  BOOST_TEST(reads.by_latency.back() == 1U);
  BOOST_TEST(reads.latency_seconds == 3600.000201, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(meter.Totals(RequestKind::kBatch).by_latency[5] == 1U);
  BOOST_TEST(meter.Totals(RequestKind::kOther).latency_seconds == 0);
}

BOOST_AUTO_TEST_CASE(SumsTheCountsOfManyThreads) {
  RequestMeter meter;
  std::vector<std::thread> threads;
  for (int i = 0; i < 20; ++i) {
    threads.emplace_back([&meter] {
      for (int j = 0; j < 1000; ++j) meter.CountOperation(RequestKind::kInsertEntity, 5.25);
    });
  }
  for (std::thread& thread : threads) thread.join();
  const KindTotals totals = meter.Totals(RequestKind::kInsertEntity);
  BOOST_TEST(totals.operations == 20000U);
  BOOST_TEST(totals.request_units == 105000.0);
}

BOOST_AUTO_TEST_CASE(EveryKindHasAName) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < kRequestKinds; ++i) {
    names.emplace(NameOf(static_cast<RequestKind>(i)));
  }
  BOOST_TEST(names.size() == kRequestKinds);
  BOOST_TEST(names.count("") == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
