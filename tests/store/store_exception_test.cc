// The behaviour of the store when something throws inside it: a callback, or the n-th allocation
// for every n.

#include "tests/store/store_fixture.h"
#include "tests/support/failing_new.h"

#include <atomic>
#include <chrono>
#include <fmt/format.h>
#include <new>
#include <optional>
#include <spdlog/sinks/null_sink.h>
#include <spdlog/spdlog.h>
#include <stdexcept>

namespace rowhouse::sqlite {
namespace {

using test::FailingNew;
using test::MayFail;
using test::NoFailure;

constexpr int kAllocationsMax = 5000;  // far more than any of the operations below makes
constexpr std::chrono::seconds kTimeout{20};
// One failing allocation, and so many that reporting the failure fails, too.
constexpr int kFailureCounts[] = {1, 6};

// Discards log lines about failures. The test's own allocations do not fail.
struct ExceptionFixture {
  NoFailure no_failure;
  std::shared_ptr<spdlog::logger> before = spdlog::default_logger();

  ExceptionFixture() {
    spdlog::set_default_logger(
        std::make_shared<spdlog::logger>("test", std::make_shared<spdlog::sinks::null_sink_mt>()));
  }
  ~ExceptionFixture() {
    FailingNew::Disarm();
    spdlog::set_default_logger(before);
  }
};

// Returns the result of `act`, or nullopt if it throws std::bad_alloc.
template <class Act>
auto WithoutMemory(int n, int count, Act act) -> std::optional<decltype(act())> {
  FailingNew::Arm(n, count);
  try {
    const MayFail may_fail;
    return act();
  } catch (const std::bad_alloc&) {
    return std::nullopt;
  }
}

// Calls `attempt` with 1, 2, ... until one has no failing allocation.
template <class Attempt>
void FailEachAllocation(const StoreMode& mode, Attempt attempt) {
  for (const int count : kFailureCounts) {
    int n = 1;
    bool fired = true;
    for (; fired && n < kAllocationsMax; ++n) {
      BOOST_TEST_CONTEXT(mode.name << ", allocation " << n << ", " << count << " fail") {
        attempt(n, count);
        fired = FailingNew::HasFired();
      }
    }
    BOOST_TEST(n > 1);
    BOOST_TEST(n < kAllocationsMax);
  }
}

// Returns the answer to `changes`; the callback must be called exactly once.
ApplyResult ApplyWithoutMemory(TableStore& store, ChangeSet changes, int n, int count) {
  struct Answer {
    std::promise<ApplyResult> promise;
    std::atomic<int> calls = 0;
  };
  const auto answer = std::make_shared<Answer>();
  auto future = answer->promise.get_future();
  const auto shared = std::make_shared<const ChangeSet>(std::move(changes));
  std::function<void(ApplyResult)> done = [answer](ApplyResult result) {
    const NoFailure no_failure;
    if (++answer->calls == 1) answer->promise.set_value(std::move(result));
  };
  FailingNew::Arm(n, count);
  {
    const MayFail may_fail;
    store.Apply(shared, std::move(done));
  }
  BOOST_REQUIRE(future.wait_for(kTimeout) == std::future_status::ready);
  FailingNew::Disarm();
  BOOST_TEST(answer->calls == 1);
  return future.get();
}

ChangeSet ThreeRows(const std::string& partition, const std::string& prefix) {
  ChangeSet changes =
      Insert(partition, prefix + "a", R"({"Note":"a note of some length, on the heap"})");
  for (const char* row : {"b", "c"}) {
    changes.operations.push_back({.kind = OperationKind::kInsertOrMerge,
                                  .row_key = prefix + row,
                                  .if_match = {},
                                  .properties = R"({"Note":"another note, also on the heap"})"});
  }
  return changes;
}

std::size_t RowsOf(TableStore& store, const std::string& partition, const std::string& prefix) {
  std::size_t rows = 0;
  for (const char* row : {"a", "b", "c"}) {
    if (store.Get("orders", {.partition = partition, .row = prefix + row})) ++rows;
  }
  return rows;
}

// Checks that readers see the same now and after a restart.
void CheckReopened(std::unique_ptr<TableStore>& store, const StoreOptions& options) {
  const auto before = ScanAll(*store);
  const auto tables = store->ListTables("", 10000);
  if (options.in_memory) return;
  store.reset();
  store = OpenStore(options);
  const auto after = ScanAll(*store);
  BOOST_REQUIRE(before.has_value());
  BOOST_REQUIRE(after.has_value());
  BOOST_TEST((*before == *after));
  const auto tables_after = store->ListTables("", 10000);
  BOOST_REQUIRE(tables.has_value());
  BOOST_REQUIRE(tables_after.has_value());
  BOOST_TEST(*tables == *tables_after, boost::test_tools::per_element());
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(StoreExceptionTest, ExceptionFixture)

BOOST_AUTO_TEST_CASE(ACallbackThatThrowsAffectsNoOtherWrite) {
  for (const auto& mode : kStoreModes) {
    BOOST_TEST_CONTEXT(mode.name) {
      const TempFolder folder;
      const auto store = OpenStore(OptionsFor(mode, folder));
      BOOST_REQUIRE(store->CreateTable("orders").has_value());
      BOOST_REQUIRE(ApplyNow(*store, Insert("p", "first")).has_value());
      // Holds up the lane, so that the other writes share one commit.
      std::promise<void> go_on;
      store->Apply(Insert("p", "waits"),
                   [wait = go_on.get_future().share()](const ApplyResult&) { wait.wait(); });
      auto one = ApplyLater(*store, Insert("p", "one"));
      store->Apply(Insert("p", "throws"),
                   [](const ApplyResult&) { throw std::runtime_error("on purpose"); });
      auto two = ApplyLater(*store, Insert("p", "two"));
      go_on.set_value();
      BOOST_TEST(one.get().has_value());
      BOOST_TEST(two.get().has_value());
      BOOST_TEST(ApplyNow(*store, Insert("p", "later")).has_value());
      BOOST_TEST(ScanKeys(*store) == "p/first p/later p/one p/throws p/two p/waits");
    }
  }
}

BOOST_AUTO_TEST_CASE(WithoutMemoryAChangeSetIsAllOrNothing) {
  for (const auto& mode : kStoreModes) {
    const TempFolder folder;
    const auto options = OptionsFor(mode, folder);
    auto store = OpenStore(options);
    BOOST_REQUIRE(store->CreateTable("orders").has_value());
    for (const char* partition : {"p1", "p2", "p3"}) {  // p3 in the shared file, if there is one
      BOOST_REQUIRE(ApplyNow(*store, Insert(partition, "first")).has_value());
    }
    int attempts = 0;
    FailEachAllocation(mode, [&](int n, int count) {
      const std::string prefix = std::to_string(++attempts);
      const auto applied = ApplyWithoutMemory(*store, ThreeRows("p3", prefix), n, count);
      if (!applied) BOOST_TEST((applied.error().error.code == ErrorCode::kInternalError));
      BOOST_TEST(RowsOf(*store, "p3", prefix) == (applied ? 3U : 0U));
    });
    CheckReopened(store, options);
  }
}

BOOST_AUTO_TEST_CASE(WithoutMemoryANewPartitionIsAllOrNothing) {
  for (const auto& mode : kStoreModes) {
    const TempFolder folder;
    const auto options = OptionsFor(mode, folder);
    auto store = OpenStore(options);
    BOOST_REQUIRE(store->CreateTable("orders").has_value());
    int attempts = 0;
    FailEachAllocation(mode, [&](int n, int count) {
      const std::string partition = fmt::format("partition{}", ++attempts);
      const auto applied = ApplyWithoutMemory(*store, ThreeRows(partition, ""), n, count);
      if (!applied) BOOST_TEST((applied.error().error.code == ErrorCode::kInternalError));
      BOOST_TEST(RowsOf(*store, partition, "") == (applied ? 3U : 0U));
      BOOST_TEST(ApplyNow(*store, Insert(partition, "later")).has_value());
    });
    CheckReopened(store, options);
  }
}

BOOST_AUTO_TEST_CASE(WithoutMemoryAMovingPartitionIsInOnePlace) {
  for (const auto& mode : kStoreModes) {
    if (mode.own_file_partitions_max > 2) continue;
    const TempFolder folder;
    const auto options = OptionsFor(mode, folder);
    auto store = OpenStore(options);
    BOOST_REQUIRE(store->CreateTable("orders").has_value());
    for (const char* partition : {"a", "b"}) {
      BOOST_REQUIRE(ApplyNow(*store, Insert(partition, "first")).has_value());
    }
    int attempts = 0;
    FailEachAllocation(mode, [&](int n, int count) {
      const std::string partition = fmt::format("partition{}", ++attempts);
      BOOST_REQUIRE(ApplyNow(*store, ThreeRows(partition, "")).has_value());
      const auto moved = WithoutMemory(
          n, count, [&] { return store->MoveToOwnFile("orders", partition).has_value(); });
      FailingNew::Disarm();
      BOOST_TEST(RowsOf(*store, partition, "") == 3U);
      BOOST_TEST(ApplyNow(*store, Insert(partition, "later")).has_value());
      BOOST_TEST(store->Count("orders", partition).value() == 4U);
      if (moved && *moved) BOOST_TEST(store->CountOwnFiles() > 2U);
    });
    CheckReopened(store, options);
  }
}

BOOST_AUTO_TEST_CASE(WithoutMemoryATableExistsOrNot) {
  for (const auto& mode : kStoreModes) {
    const TempFolder folder;
    const auto options = OptionsFor(mode, folder);
    auto store = OpenStore(options);
    BOOST_REQUIRE(store->CreateTable("orders").has_value());
    int attempts = 0;
    FailEachAllocation(mode, [&](int n, int count) {
      const std::string table = fmt::format("aTableWithALongName{}", ++attempts);
      const bool is_created = WithoutMemory(n, count, [&] {
                                return store->CreateTable(table).has_value();
                              }).value_or(false);
      FailingNew::Disarm();
      BOOST_TEST(store->RequireTable(table).has_value() == is_created);
      BOOST_TEST(store->CreateTable(table).has_value() == !is_created);
    });
    FailEachAllocation(mode, [&](int n, int count) {
      const std::string table = fmt::format("aTableToDelete{}", ++attempts);
      BOOST_REQUIRE(store->CreateTable(table).has_value());
      const bool is_deleted = WithoutMemory(n, count, [&] {
                                return store->DeleteTable(table).has_value();
                              }).value_or(false);
      FailingNew::Disarm();
      BOOST_TEST(store->RequireTable(table).has_value() == !is_deleted);
    });
    CheckReopened(store, options);
  }
}

BOOST_AUTO_TEST_CASE(WithoutMemorySettingsAreTheOldOrTheNew) {
  for (const auto& mode : kStoreModes) {
    const TempFolder folder;
    const auto options = OptionsFor(mode, folder);
    auto store = OpenStore(options);
    BOOST_REQUIRE(store->CreateTable("orders").has_value());
    std::string id = "none";
    const auto current = [&] {
      const auto policies = store->GetAccessPolicies("orders").value();
      return policies->empty() ? std::string("none") : policies->front().id;
    };
    int attempts = 0;
    FailEachAllocation(mode, [&](int n, int count) {
      const std::string next = fmt::format("a policy with a long name {}", ++attempts);
      const AccessPolicies policies = {{.id = next, .start = {}, .expiry = {}, .permissions = "r"}};
      const bool is_set = WithoutMemory(n, count, [&] {
                            return store->SetAccessPolicies("orders", policies).has_value();
                          }).value_or(false);
      FailingNew::Disarm();
      if (is_set) id = next;
      BOOST_TEST(current() == id);
    });
    if (options.in_memory) continue;
    store.reset();
    store = OpenStore(options);
    BOOST_TEST(current() == id);
  }
}

BOOST_AUTO_TEST_CASE(WithoutMemoryAScanFailsAndLeavesTheFileUsable) {
  for (const auto& mode : kStoreModes) {
    const TempFolder folder;
    const auto store = OpenStore(OptionsFor(mode, folder));
    BOOST_REQUIRE(store->CreateTable("orders").has_value());
    for (const char* partition : {"p1", "p2", "p3", "p4"}) {
      BOOST_REQUIRE(ApplyNow(*store, ThreeRows(partition, "")).has_value());
    }
    int attempts = 0;
    FailEachAllocation(mode, [&](int n, int count) {
      const auto rows = WithoutMemory(n, count, [&] { return ScanAll(*store); });
      FailingNew::Disarm();
      if (rows && *rows) BOOST_TEST((*rows)->size() == 12U + static_cast<std::size_t>(attempts));
      ++attempts;
      BOOST_TEST(ApplyNow(*store, Insert("p4", fmt::format("later{}", attempts))).has_value());
    });
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::sqlite
