#include "table_service/traffic/throttle.h"

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <string>

namespace rowhouse {
namespace {

using namespace std::chrono_literals;

const Throttle::TimePoint kBegin = Throttle::TimePoint() + 1h;

RequestLoad To(std::string_view partition, std::size_t operations = 1) {
  return {
      .account = "shop", .table = "orders", .partition_key = partition, .operations = operations};
}

// Returns how many operations are admitted if `load` is tried every `step` until `end`.
std::size_t AdmittedOf(Throttle& throttle, const RequestLoad& load, std::chrono::nanoseconds step,
                       std::chrono::seconds end) {
  std::size_t admitted = 0;
  for (auto now = kBegin; now < kBegin + end; now += step) {
    if (!throttle.Admit(load, now)) admitted += load.operations;
  }
  return admitted;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(TokenBucketTest)

BOOST_AUTO_TEST_CASE(HoldsASecondAndPaysOffDebt) {
  TokenBucket bucket;
  BOOST_TEST(bucket.IsFull(kBegin));
  bucket.Take(10, 10, kBegin);
  BOOST_TEST((bucket.Wait(kBegin) > 0s));
  BOOST_TEST((bucket.Wait(kBegin + 1ms) == 0s));
  BOOST_TEST(!bucket.IsFull(kBegin + 999ms));
  BOOST_TEST(bucket.IsFull(kBegin + 1s));
  bucket.Take(100, 10, kBegin + 1ms);
  BOOST_TEST((bucket.Wait(kBegin + 1ms) >= 9s));
  BOOST_TEST((bucket.Wait(kBegin + 10s + 1ms) == 0s));
}

BOOST_AUTO_TEST_CASE(CapsItsDebt) {
  TokenBucket bucket;
  bucket.Take(1e300, 1e-300, kBegin);
  BOOST_TEST((bucket.Wait(kBegin) <= 1h));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(BucketSetTest)

BOOST_AUTO_TEST_CASE(ForgetsFullBucketsBeforeOthers) {
  BucketSet buckets(4);
  buckets.Get(1, kBegin).Take(10, 1, kBegin);
  for (std::uint64_t name = 2; name < 5; ++name) buckets.Get(name, kBegin);
  buckets.Get(5, kBegin);
  BOOST_TEST(buckets.Size() == 2U);
  BOOST_TEST(!buckets.Get(1, kBegin).IsFull(kBegin));
}

BOOST_AUTO_TEST_CASE(StaysWithinItsBoundForAnyNames) {
  BucketSet buckets(100);
  for (std::uint64_t name = 0; name < 10000; ++name) {
    buckets.Get(name, kBegin).Take(10, 1, kBegin);
    BOOST_REQUIRE(buckets.Size() <= 100U);
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(ThrottleTest)

BOOST_AUTO_TEST_CASE(AdmitsTheRateAndOneSecondMore) {
  struct Case {
    const char* name;
    ThrottleOptions options;
    RequestLoad load;
    std::size_t admitted;  // in ten seconds
  };
  const Case cases[] = {
      {"single writes", {.partition_rate = 100}, To("p"), 1100},
      {"batches count their operations", {.partition_rate = 100}, To("p", 10), 1100},
      {"batches beyond a second's tokens", {.partition_rate = 10}, To("p", 100), 200},
      {"account", {.account_rate = 50}, To("p"), 550},
      {"the tighter of both", {.partition_rate = 100, .account_rate = 50}, To("p"), 550},
      {"no partition: the account only",
       {.partition_rate = 1, .account_rate = 50},
       {.account = "shop", .table = "orders"},
       550},
      {"no limit for it", {.partition_rate = 1}, {.account = "shop"}, 10000},
      {"no limits", {}, To("p"), 10000},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) {
      Throttle throttle(c.options);
      const auto admitted = AdmittedOf(throttle, c.load, 1ms, 10s);
      BOOST_TEST(admitted + c.load.operations >= c.admitted);
      BOOST_TEST(admitted <= c.admitted + c.load.operations);
    }
  }
}

BOOST_AUTO_TEST_CASE(ReportsTheReasonOfARefusal) {
  struct Case {
    const char* name;
    ThrottleOptions options;
    Refusal::Reason reason;
  };
  const Case cases[] = {
      {"partition", {.partition_rate = 5, .account_rate = 5}, Refusal::Reason::kPartition},
      {"account", {.partition_rate = 50, .account_rate = 5}, Refusal::Reason::kAccount},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) {
      Throttle throttle(c.options);
      BOOST_TEST(!throttle.Admit(To("p", 10), kBegin));
      const auto refusal = throttle.Admit(To("p"), kBegin);
      BOOST_REQUIRE(refusal.has_value());
      BOOST_TEST((refusal->reason == c.reason));
      BOOST_TEST((refusal->wait > 0s));
      BOOST_TEST(!throttle.Admit(To("p"), kBegin + refusal->wait));
    }
  }
}

BOOST_AUTO_TEST_CASE(KeepsPartitionsTablesAndAccountsApart) {
  struct Case {
    const char* name;
    RequestLoad load;
    bool refused;
  };
  const Case cases[] = {
      {"the same", To("p"), true},
      {"the same table in capitals",
       {.account = "shop", .table = "ORDERS", .partition_key = "p"},
       true},
      {"another partition", To("q"), false},
      {"another table", {.account = "shop", .table = "x", .partition_key = "p"}, false},
      {"another account", {.account = "stock", .table = "orders", .partition_key = "p"}, false},
  };
  Throttle throttle({.partition_rate = 1});
  BOOST_TEST(!throttle.Admit(To("p", 10), kBegin));
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) {
      BOOST_TEST(throttle.Admit(c.load, kBegin).has_value() == c.refused);
    }
  }
}

BOOST_AUTO_TEST_CASE(ARefusedRequestCostsNothing) {
  Throttle throttle({.partition_rate = 100, .account_rate = 10});
  BOOST_TEST(!throttle.Admit(To("p", 20), kBegin));  // the account is in debt now
  for (int i = 0; i < 1000; ++i) BOOST_TEST(throttle.Admit(To("q"), kBegin).has_value());
  BOOST_TEST(!throttle.Admit(To("q", 99), kBegin + 2s));
}

BOOST_AUTO_TEST_CASE(ChargesRequestUnitsAfterwards) {
  Throttle throttle({.provisioned = {{"orders", 100}}, .provisioned_default = 10});
  const RequestLoad orders = To("p");
  const RequestLoad others{.account = "shop", .table = "others"};
  throttle.Charge(orders, 50, kBegin);
  throttle.Charge(others, 50, kBegin);
  BOOST_TEST(!throttle.Admit(orders, kBegin));
  const auto refusal = throttle.Admit(others, kBegin);
  BOOST_REQUIRE(refusal.has_value());
  BOOST_TEST((refusal->reason == Refusal::Reason::kRequestUnits));
  BOOST_TEST((refusal->wait > 3900ms && refusal->wait < 4100ms));
  throttle.Charge(orders, 60, kBegin);
  BOOST_TEST(throttle.Admit(orders, kBegin).has_value());
  BOOST_TEST(!throttle.Admit({.account = "shop"}, kBegin));  // not about a table
}

BOOST_AUTO_TEST_CASE(AFloodOfPartitionsBlocksNobody) {
  Throttle throttle({.partition_rate = 1});
  for (int i = 0; i < 300000; ++i) {
    BOOST_REQUIRE(!throttle.Admit(To("p" + std::to_string(i)), kBegin));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
