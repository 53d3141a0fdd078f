// Many threads at once: group commit, and readers while partitions move.

#include "tests/store/store_fixture.h"

#include <atomic>
#include <fmt/format.h>
#include <thread>

namespace rowhouse {

BOOST_AUTO_TEST_SUITE(StoreConcurrencyTest)

BOOST_AUTO_TEST_CASE(WritersOfOnePartitionAllGetTheirAnswers) {
  for (const auto& mode : kStoreModes) {
    BOOST_TEST_CONTEXT(mode.name) {
      const TempFolder folder;
      const auto store = OpenStore(OptionsFor(mode, folder));
      BOOST_REQUIRE(store->CreateTable("orders"));
      constexpr int kThreads = 8;
      constexpr int kWrites = 50;
      std::atomic<int> done = 0;
      std::atomic<int> refused = 0;
      std::vector<std::thread> threads;
      for (int thread = 0; thread < kThreads; ++thread) {
        threads.emplace_back([&, thread] {
          std::vector<std::future<ApplyResult>> answers;
          for (int i = 0; i < kWrites; ++i) {
            // Every row is inserted by two threads: one of them is refused.
            answers.push_back(ApplyLater(*store, Insert("p", fmt::format("{}-{}", thread / 2, i))));
            answers.push_back(ApplyLater(
                *store, Insert(fmt::format("q{}", i % 5), fmt::format("{}-{}", thread, i))));
          }
          for (auto& answer : answers) (answer.get() ? done : refused)++;
        });
      }
      for (auto& thread : threads) thread.join();
      BOOST_TEST(done == kThreads * kWrites / 2 + kThreads * kWrites);
      BOOST_TEST(refused == kThreads * kWrites / 2);
      BOOST_TEST(ScanAll(*store)->size() == static_cast<std::size_t>(done));
    }
  }
}

// A change set writes the same value to two rows; whoever reads sees both old or both new.
BOOST_AUTO_TEST_CASE(ReadersSeeWholeChangeSetsAndEachPartitionOnceWhileItMoves) {
  for (const auto& mode : kStoreModes) {
    BOOST_TEST_CONTEXT(mode.name) {
      const TempFolder folder;
      auto options = OptionsFor(mode, folder);
      options.own_file_partitions_max = 1;
      const auto store = OpenStore(options);
      BOOST_REQUIRE(store->CreateTable("orders"));
      constexpr int kPartitions = 40;
      const auto both = [](int partition, int value) {
        ChangeSet changes = One(OperationKind::kInsertOrReplace, fmt::format("p{:02}", partition),
                                "1", fmt::format(R"({{"V":{}}})", value));
        changes.operations.push_back(changes.operations.front());
        changes.operations.back().row_key = "2";
        return changes;
      };
      for (int i = 0; i < kPartitions; ++i) BOOST_REQUIRE(ApplyNow(*store, both(i, 0)).has_value());

      std::atomic<bool> stop = false;
      std::atomic<int> wrong = 0;
      std::thread scanner([&] {
        while (!stop) {
          const auto rows = ScanAll(*store);
          if (!rows || rows->size() != 2 * kPartitions) {
            ++wrong;
            continue;
          }
          for (std::size_t i = 0; i < rows->size(); i += 2) {
            if ((*rows)[i].properties != (*rows)[i + 1].properties) ++wrong;
          }
        }
      });
      std::thread getter([&] {
        for (int i = 0; !stop; ++i) {
          const EntityKey key{.partition = fmt::format("p{:02}", i % kPartitions), .row = "2"};
          if (!store->Get("orders", key)) ++wrong;
        }
      });
      for (int i = 0; i < kPartitions; ++i) {
        BOOST_TEST(ApplyNow(*store, both((i + 7) % kPartitions, i)).has_value());
        BOOST_TEST(store->MoveToOwnFile("orders", fmt::format("p{:02}", i)).has_value());
        BOOST_TEST(ApplyNow(*store, both(i, 1000 + i)).has_value());
      }
      stop = true;
      scanner.join();
      getter.join();
      BOOST_TEST(wrong == 0);
    }
  }
}

BOOST_AUTO_TEST_CASE(TablesComeAndGoUnderTheirWriters) {
  for (const auto& mode : kStoreModes) {
    BOOST_TEST_CONTEXT(mode.name) {
      const TempFolder folder;
      const auto store = OpenStore(OptionsFor(mode, folder));
      std::atomic<bool> stop = false;
      std::atomic<int> wrong = 0;
      std::vector<std::thread> writers;
      for (int thread = 0; thread < 3; ++thread) {
        writers.emplace_back([&, thread] {
          for (int i = 0; !stop; ++i) {
            const auto done = ApplyNow(
                *store, Insert(fmt::format("p{}", i % 4), fmt::format("{}-{}", thread, i)));
            if (!done && done.error().error.code != ErrorCode::kTableNotFound) ++wrong;
            const auto rows = ScanAll(*store);
            if (!rows && rows.error().code != ErrorCode::kTableNotFound) ++wrong;
          }
        });
      }
      for (int i = 0; i < 30; ++i) {
        BOOST_TEST(store->CreateTable("orders").has_value());
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        BOOST_TEST(store->DeleteTable("orders").has_value());
      }
      stop = true;
      for (auto& writer : writers) writer.join();
      BOOST_TEST(wrong == 0);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
