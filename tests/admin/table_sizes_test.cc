// Measuring tables in the background: how fresh the sizes are, and that few threads wait.

#include "table_service/admin/table_sizes.h"

#include "tests/memory_engine/memory_store.h"

#include <boost/test/unit_test.hpp>

namespace rowhouse::admin {
namespace {

using namespace std::chrono_literals;

AccountMap OneAccount(store::AccountStore& store) {
  return {{"shop", std::make_shared<const Account>(Account{.keys = {}, .store = &store})}};
}

// Measuring takes as long as the test wants.
class SlowStore : public memory_engine::MemoryStore {
 public:
  Result<store::TableSize> MeasureTable(std::string_view table) const override {
    const MutexLock lock(slow);
    return MemoryStore::MeasureTable(table);
  }
  mutable Mutex slow;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(TableSizesTest)

BOOST_AUTO_TEST_CASE(ReturnsWhatIsThereNow) {
  memory_engine::MemoryStore store;
  const AccountDirectory accounts(OneAccount(store));
  TableSizes sizes(accounts);
  for (std::size_t count = 0; count < 3; ++count) {
    const auto survey = sizes.Get(10s);
    BOOST_REQUIRE(survey);
    BOOST_REQUIRE(survey->tables.size() == count);
    if (count > 0) {
      BOOST_TEST(survey->tables[0].account == "shop");
      BOOST_TEST(survey->tables[0].table == "T0");
      BOOST_TEST(survey->tables[0].size.has_value());
    }
    BOOST_REQUIRE(store.CreateTable("T" + std::to_string(count)));
  }
}

BOOST_AUTO_TEST_CASE(ReturnsTheLastSizesWhileMeasuringTakesLong) {
  SlowStore store;
  const AccountDirectory accounts(OneAccount(store));
  TableSizes sizes(accounts);
  BOOST_REQUIRE(store.CreateTable("orders"));
  {
    const MutexLock lock(store.slow);
    BOOST_TEST(sizes.Get(1ms) == nullptr);
  }
  const auto first = sizes.Get(10s);
  BOOST_REQUIRE(first);
  {
    const MutexLock lock(store.slow);
    BOOST_TEST(sizes.Get(1ms)->tables.size() == 1U);
  }
  BOOST_TEST((sizes.Get(10s)->begin > first->begin));
}

BOOST_AUTO_TEST_CASE(DoesNotWaitForARoundThatCannotBegin) {
  SlowStore store;
  const AccountDirectory accounts(OneAccount(store));
  TableSizes sizes(accounts);
  BOOST_REQUIRE(store.CreateTable("orders"));
  {
    const MutexLock lock(store.slow);
    BOOST_TEST(sizes.Get(100ms) == nullptr);  // a pause of 2 s follows
  }
  auto first = sizes.Get(1ms);
  while (!first) first = sizes.Get(1ms);
  const auto begin = std::chrono::steady_clock::now();
  BOOST_TEST(sizes.Get(1s) == first);
  BOOST_TEST((std::chrono::steady_clock::now() - begin < 1s));
}

BOOST_AUTO_TEST_CASE(PausesInProportion) {
  memory_engine::MemoryStore store;
  const AccountDirectory accounts(OneAccount(store));
  TableSizes sizes(accounts);
  auto last = sizes.Get(10s);
  for (int round = 0; round < 20; ++round) {
    const auto next = sizes.Get(10s);
    BOOST_REQUIRE(next);
    BOOST_TEST((next->begin - last->end >= (last->end - last->begin) * TableSizes::kPauseFactor));
    last = next;
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::admin
