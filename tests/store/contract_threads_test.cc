// The storage port, over every engine: many threads at once.

#include "tests/store/engines.h"

#include <atomic>
#include <fmt/format.h>
#include <thread>

namespace rowhouse {

BOOST_AUTO_TEST_SUITE(ContractThreadsTest)

BOOST_AUTO_TEST_CASE(WritersOfOnePartitionAllGetTheirAnswers) {
  InEachMode([](store::AccountStore& store) {
    constexpr int kThreads = 8;
    constexpr int kWrites = 50;
    std::atomic<int> done = 0;
    std::atomic<int> refused = 0;
    std::vector<std::thread> threads;
    for (int thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&, thread] {
        std::vector<std::future<ApplyResult>> answers;
        for (int i = 0; i < kWrites; ++i) {
          // Two threads insert every row, and one of them is refused.
          answers.push_back(ApplyLater(store, Insert("p", fmt::format("{}-{}", thread / 2, i))));
          answers.push_back(ApplyLater(
              store, Insert(fmt::format("q{}", i % 5), fmt::format("{}-{}", thread, i))));
        }
        for (auto& answer : answers) (answer.get() ? done : refused)++;
      });
    }
    for (auto& thread : threads) thread.join();
    BOOST_TEST(done == kThreads * kWrites / 2 + kThreads * kWrites);
    BOOST_TEST(refused == kThreads * kWrites / 2);
    BOOST_TEST(ScanAll(store)->size() == static_cast<std::size_t>(done));
  });
}

BOOST_AUTO_TEST_CASE(TablesAreCreatedAndDeletedDuringWrites) {
  InEachMode([](store::AccountStore& store) {
    BOOST_REQUIRE(store.DeleteTable("orders"));
    std::atomic<bool> stop = false;
    std::atomic<int> wrong = 0;
    std::vector<std::thread> writers;
    for (int thread = 0; thread < 3; ++thread) {
      writers.emplace_back([&, thread] {
        for (int i = 0; !stop; ++i) {
          const auto done =
              ApplyNow(store, Insert(fmt::format("p{}", i % 4), fmt::format("{}-{}", thread, i)));
          if (!done && done.error().error.code != ErrorCode::kTableNotFound) ++wrong;
          const auto rows = ScanAll(store);
          if (!rows && rows.error().code != ErrorCode::kTableNotFound) ++wrong;
        }
      });
    }
    for (int i = 0; i < 30; ++i) {
      BOOST_TEST(store.CreateTable("orders").has_value());
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      BOOST_TEST(store.DeleteTable("orders").has_value());
    }
    stop = true;
    for (auto& writer : writers) writer.join();
    BOOST_TEST(wrong == 0);
  });
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
