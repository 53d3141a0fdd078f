// Readers while partitions move.

#include "tests/store/store_fixture.h"

#include <atomic>
#include <fmt/format.h>
#include <thread>

namespace rowhouse::sqlite {

BOOST_AUTO_TEST_SUITE(StoreConcurrencyTest)

// Each change set writes the same value to two rows, so a reader must see equal values.
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

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::sqlite
