#include "table_service/traffic/traffic_registry.h"

#include <boost/test/unit_test.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace rowhouse {
namespace {

using namespace std::chrono_literals;

const AccessTime kBegin = AccessTime() + 1000h;
const KeyAccess kInsert{.kind = AccessKind::kInsert, .partition_key = "p", .row_key = "r"};

std::string TableOf(std::size_t number) { return "t" + std::to_string(number); }

}  // namespace

BOOST_AUTO_TEST_SUITE(BoundedQueueTest)

BOOST_AUTO_TEST_CASE(PopsInOrderAndRefusesWhenFull) {
  BoundedQueue<int, 4> queue;
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 4; ++i) BOOST_TEST(queue.Push([i](int& place) { place = i; }));
    BOOST_TEST(!queue.Push([](int&) {}));
    for (int i = 0; i < 4; ++i) {
      BOOST_TEST(queue.Pop([i](int& place) { BOOST_TEST(place == i); }));
    }
    BOOST_TEST(!queue.Pop([](int&) {}));
  }
}

BOOST_AUTO_TEST_CASE(WorksAfterAnExceptionAtEitherEnd) {
  BoundedQueue<int, 2> queue;
  const auto fail = [](int&) { throw std::runtime_error("on purpose"); };
  for (int round = 0; round < 3; ++round) {
    BOOST_CHECK_THROW(queue.Push(fail), std::runtime_error);
    BOOST_TEST(queue.Push([](int& place) { place = 1; }));
    std::vector<int> popped;
    while (queue.Pop([&](int& place) { popped.push_back(place); })) {
    }
    BOOST_TEST(popped == std::vector{1}, boost::test_tools::per_element());
    BOOST_TEST(queue.Push([](int& place) { place = 2; }));
    BOOST_CHECK_THROW(queue.Pop(fail), std::runtime_error);
    BOOST_TEST(!queue.Pop([](int&) {}));
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(PartitionRatesTest)

BOOST_AUTO_TEST_CASE(SumsHaveNoMoreDigitsThanTheyMean) {
  PartitionRates rates;
  const PartitionRates::Time begin{std::chrono::hours(1)};
  rates.Record("a", false, begin);
  rates.Record("a", true, begin);
  const PartitionRates::Load load = rates.Summary(begin + std::chrono::minutes(10));
  BOOST_TEST(load.table.reads == 0);
  BOOST_TEST(load.table.writes == 0);
  BOOST_TEST(load.busiest == 0);
}

BOOST_AUTO_TEST_CASE(FollowsRatesAndForgetsThem) {
  PartitionRates rates;
  for (int i = 0; i < 6000; ++i) {
    rates.Record("hot", true, kBegin + i * 10ms);
    if (i % 10 == 0) rates.Record("warm", false, kBegin + i * 10ms);
  }
  const auto hot = rates.Of("hot", kBegin + 60s);
  BOOST_TEST(hot.writes == 100.0, boost::test_tools::tolerance(0.02));
  BOOST_TEST(hot.reads == 0.0);
  BOOST_TEST(rates.Of("warm", kBegin + 60s).reads == 10.0, boost::test_tools::tolerance(0.02));
  BOOST_TEST(rates.Of("hot", kBegin + 180s).writes < 0.01);
  BOOST_TEST(rates.Of("hot", kBegin + 1200s).writes == 0.0);
  BOOST_TEST(rates.Of("cold", kBegin).writes == 0.0);
}

BOOST_AUTO_TEST_CASE(MakesRoomByForgettingIdlePartitions) {
  PartitionRates rates;
  const std::size_t more = PartitionRates::kPartitionsMax + 100;
  for (std::size_t i = 0; i < more; ++i) rates.Record(TableOf(i), true, kBegin);
  BOOST_TEST(rates.Size() == PartitionRates::kPartitionsMax);
  rates.Record("late", true, kBegin + 60s);
  BOOST_TEST(rates.Size() == 1U);
  BOOST_TEST(rates.Of("late", kBegin + 60s).writes > 0.0);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(TrafficRegistryTest)

BOOST_AUTO_TEST_CASE(KeepsTablesOfAccountsApart) {
  TrafficRegistry registry;
  registry.Record("shop", "Orders", kInsert, kBegin);
  registry.Record("shop", "ORDERS", kInsert, kBegin);
  registry.Record("stock", "orders", kInsert, kBegin);
  BOOST_TEST(registry.All().size() == 2U);
  BOOST_TEST(registry.Find("shop", "orders")->Operations() == 2U);
  BOOST_TEST((registry.Find("shop", "other") == nullptr));
  registry.Forget("shop", "oRDERS");
  BOOST_TEST((registry.Find("shop", "orders") == nullptr));
  BOOST_TEST(registry.All().front().id.account == "stock");
}

BOOST_AUTO_TEST_CASE(IgnoresKeysThatAreNotValidText) {
  TrafficRegistry registry;
  registry.Record("shop", "orders", {.partition_key = "\xFF", .row_key = "r"}, kBegin);
  registry.Record("shop", "orders", {.partition_key = "p", .row_key = "\xED\xA0\x80"}, kBegin);
  BOOST_TEST(registry.All().empty());
  registry.Record("shop", "orders", std::span<const KeyAccess>(), kBegin);
  BOOST_TEST(registry.All().empty());
}

BOOST_AUTO_TEST_CASE(RecordsSeveralOperationsAtOnce) {
  TrafficRegistry registry;
  const std::vector<KeyAccess> accesses = {
      kInsert, {.partition_key = "\xFF", .row_key = "r"}, kInsert, kInsert};
  registry.Record("shop", "orders", accesses, kBegin);
  BOOST_TEST(registry.Find("shop", "orders")->Operations() == 3U);
}

BOOST_AUTO_TEST_CASE(ATableBeyondTheLimitReplacesTheLeastRecentlyUsed) {
  TrafficRegistry registry;
  constexpr std::size_t kMax = TrafficRegistry::kTablesMax;
  for (std::size_t i = 0; i < kMax; ++i)
    registry.Record("a", TableOf(i), kInsert, kBegin + i * 1ms);
  registry.Record("a", "early", kInsert, kBegin + 1s);
  BOOST_TEST((registry.Find("a", "early") == nullptr));
  registry.Record("a", "late", kInsert, kBegin + TrafficRegistry::kIdle);
  BOOST_TEST((registry.Find("a", "late") != nullptr));
  BOOST_TEST((registry.Find("a", TableOf(0)) == nullptr));
  BOOST_TEST((registry.Find("a", TableOf(1)) != nullptr));
  BOOST_TEST(registry.All().size() == kMax);
}

BOOST_AUTO_TEST_CASE(CountsTheRecordsOfManyThreads) {
  TrafficRegistry registry;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&registry] {
      for (int j = 0; j < 20000; ++j) registry.Record("a", "t", kInsert, kBegin + j * 1ms);
    });
  }
  for (int i = 0; i < 20; ++i) {
    if (const auto traffic = registry.Find("a", "t")) {
      static_cast<void>(traffic->Findings(kBegin));
      static_cast<void>(traffic->Activity(kBegin));
    }
  }
  for (std::thread& thread : threads) thread.join();
  const auto traffic = registry.Find("a", "t");
  BOOST_TEST(traffic->Operations() + traffic->Lost() == 80000U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
