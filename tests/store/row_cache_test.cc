// Reading from memory must not be told from reading the files.

#include "tests/store/store_fixture.h"

#include <atomic>
#include <chrono>
#include <fmt/format.h>
#include <thread>

namespace rowhouse::sqlite {
namespace {

constexpr StoreMode kOwnFiles = {"own files", false, false, 256};
constexpr StoreMode kSharedFile = {"shared file", false, false, 2};
constexpr int kPartitions = 5;

std::string PartitionOf(int number) { return fmt::format("p{}", number); }

ChangeSet Put(const std::string& partition, const std::string& row, int value) {
  return One(OperationKind::kInsertOrReplace, partition, row, fmt::format(R"({{"V":{}}})", value));
}

std::unique_ptr<TableStore> OpenFilled(const StoreOptions& options, int rows = 20) {
  auto store = OpenStore(options);
  BOOST_REQUIRE(store->CreateTable("orders"));
  for (int partition = 0; partition < kPartitions; ++partition) {
    for (int row = 0; row < rows; ++row) {
      BOOST_REQUIRE(ApplyNow(*store, Put(PartitionOf(partition), fmt::format("{:03}", row), row)));
    }
  }
  return store;
}

bool IsCached(const TableStore& store) { return store.Figures().row_cache_bytes > 0; }

// Reads the table until rows of it are in memory, or for `reads` times.
bool ReadUntilCached(TableStore& store, int reads = 2000) {
  for (int i = 0; i < reads; ++i) {
    BOOST_REQUIRE(ScanAll(store));
    if (IsCached(store)) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

class ValueIs final : public RowFilter {
 public:
  explicit ValueIs(int value) : text_(fmt::format(R"({{"V":{}}})", value)) {}
  bool Matches(const StoredEntity& entity) override { return entity.properties == text_; }

 private:
  std::string text_;
};

int ValueOf(const std::string& properties) { return std::stoi(properties.substr(5)); }

}  // namespace

BOOST_AUTO_TEST_SUITE(RowCacheTest)

BOOST_AUTO_TEST_CASE(MemoryGivesWhatTheFilesGive) {
  for (const auto& mode : {kOwnFiles, kSharedFile}) {
    BOOST_TEST_CONTEXT(mode.name) {
      const TempFolder folder;
      const auto store = OpenFilled(OptionsFor(mode, folder));
      ValueIs filter(7);
      const ScanRange middle{.partitions = {.low = "p1", .high = "p3"},
                             .rows = {.low = "004", .high = "011", .high_open = true},
                             .from = {.partition = "p1", .row = "006"},
                             .until = EntityKey{.partition = "p3", .row = "006"}};
      const auto read = [&] {
        return std::vector{ScanAll(*store), ScanAll(*store, middle),
                           ScanAll(*store, {}, "orders", &filter),
                           ScanAll(*store, middle, "orders", &filter)};
      };
      const auto before = read();
      BOOST_REQUIRE(ReadUntilCached(*store));
      std::this_thread::sleep_for(std::chrono::milliseconds(20));  // the other files
      const auto after = read();
      for (std::size_t i = 0; i < before.size(); ++i) {
        BOOST_REQUIRE(before[i]);
        BOOST_REQUIRE(after[i]);
        BOOST_TEST(before[i]->size() > 0U);
        BOOST_TEST((*before[i] == *after[i]));
      }
      for (const auto& row : *before[0]) {
        const auto record = store->Get("orders", row.key);
        BOOST_REQUIRE(record);
        BOOST_TEST(record->properties == row.properties);
        BOOST_TEST((record->timestamp == row.timestamp));
      }
      BOOST_TEST((store->Get("orders", {.partition = "p1", .row = "004x"}).error().code ==
                  ErrorCode::kResourceNotFound));
      BOOST_TEST((store->Get("orders", {.partition = "p9", .row = "004"}).error().code ==
                  ErrorCode::kResourceNotFound));
    }
  }
}

// Keys with supplementary characters have another form in the files than in filters and answers.
BOOST_AUTO_TEST_CASE(FiltersSeeTheKeysAsClientsDo) {
  class KeyIs final : public RowFilter {
   public:
    bool Matches(const StoredEntity& entity) override {
      return entity.partition_key == "\U0001F600" && entity.row_key == "r\U0001F601";
    }
  } filter;
  const TempFolder folder;
  const auto store = OpenFilled(OptionsFor(kSharedFile, folder));
  BOOST_REQUIRE(ApplyNow(*store, Insert("\U0001F600", "r\U0001F601")));
  BOOST_REQUIRE(ReadUntilCached(*store));
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  for (int i = 0; i < 3; ++i) {
    const auto found = ScanAll(*store, {}, "orders", &filter);
    BOOST_REQUIRE(found);
    BOOST_TEST(KeysOf(*found) == "\U0001F600/r\U0001F601");
  }
}

BOOST_AUTO_TEST_CASE(EveryWriteIsSeenByTheNextRead) {
  for (const auto& mode : {kOwnFiles, kSharedFile}) {
    BOOST_TEST_CONTEXT(mode.name) {
      const TempFolder folder;
      const auto store = OpenFilled(OptionsFor(mode, folder));
      bool was_cached = false;
      for (int i = 100; i < 130; ++i) {
        was_cached |= ReadUntilCached(*store, 10);
        const std::string partition = PartitionOf(i % kPartitions);
        BOOST_REQUIRE(ApplyNow(*store, Put(partition, "003", i)));
        const auto record = store->Get("orders", {.partition = partition, .row = "003"});
        BOOST_REQUIRE(record);
        BOOST_TEST(ValueOf(record->properties) == i);
        ValueIs filter(i);
        const auto found = ScanAll(*store, {}, "orders", &filter);
        BOOST_REQUIRE(found);
        BOOST_TEST(KeysOf(*found) == partition + "/003");
        BOOST_REQUIRE(ApplyNow(*store, Insert(partition, fmt::format("new{}", i))));
        BOOST_TEST(store->Get("orders", {partition, fmt::format("new{}", i)}).has_value());
      }
      BOOST_TEST(was_cached);
    }
  }
}

// A reader that begins after another one has ended never sees an older state, whichever of them
// reads from memory.
BOOST_AUTO_TEST_CASE(NoReaderGoesBackInTime) {
  for (const auto& mode : {kOwnFiles, kSharedFile}) {
    BOOST_TEST_CONTEXT(mode.name) {
      const TempFolder folder;
      const auto store = OpenFilled(OptionsFor(mode, folder));
      const EntityKey key{.partition = PartitionOf(3), .row = "001"};
      BOOST_REQUIRE(ApplyNow(*store, Put(key.partition, key.row, 0)));
      std::atomic<int> seen = 0;  // the newest value that a reader has returned
      std::atomic<bool> stop = false;
      std::atomic<int> wrong = 0;
      std::atomic<int> cached = 0;
      const auto check = [&](int before, const Result<int>& value) {
        if (!value || *value < before) ++wrong;
        if (!value) return;
        for (int newest = seen; newest < *value && !seen.compare_exchange_weak(newest, *value);) {
        }
      };
      const auto scan = [&]() -> Result<int> {
        const auto rows = ScanAll(*store, {.partitions = KeyInterval::Point(key.partition),
                                           .rows = KeyInterval::Point(key.row),
                                           .from = {}});
        if (!rows) return tl::unexpected(rows.error());
        return rows->size() == 1 ? ValueOf(rows->front().properties) : -1;
      };
      const auto get = [&]() -> Result<int> {
        const auto record = store->Get("orders", key);
        if (!record) return tl::unexpected(record.error());
        return ValueOf(record->properties);
      };
      std::vector<std::thread> readers;
      for (int i = 0; i < 3; ++i) {
        readers.emplace_back([&, i] {
          while (!stop) {
            const int before = seen;
            check(before, i == 0 ? scan() : get());
            if (IsCached(*store)) ++cached;
          }
        });
      }
      for (int value = 1; value <= 60; ++value) {
        if (!ApplyNow(*store, Put(key.partition, key.row, value))) ++wrong;
        check(value, get());
        if (value % 4 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(4));
      }
      for (int i = 0; i < 2000 && cached == 0; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
      stop = true;
      for (auto& reader : readers) reader.join();
      BOOST_TEST(wrong == 0);
      BOOST_TEST(cached > 0);
      BOOST_TEST(seen == 60);
    }
  }
}

BOOST_AUTO_TEST_CASE(ACursorKeepsItsStateWhileTheCopyIsDropped) {
  const TempFolder folder;
  auto store = OpenFilled(OptionsFor(kSharedFile, folder));
  BOOST_REQUIRE(ReadUntilCached(*store));
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const std::string partition = PartitionOf(4);
  const auto source = store->OpenSource("orders");
  BOOST_REQUIRE(source);
  const auto cursor =
      (*source)->Scan({.partitions = KeyInterval::Point(partition), .rows = {}, .from = {}});
  BOOST_REQUIRE(cursor);
  StoredEntity entity;
  BOOST_REQUIRE((*cursor)->Next(entity).value());
  BOOST_REQUIRE(ApplyNow(*store, Put(partition, "019", 500)));
  std::string last;
  while ((*cursor)->Next(entity).value()) last = entity.properties;
  BOOST_TEST(last == R"({"V":19})");
  BOOST_TEST(ValueOf(store->Get("orders", {partition, "019"})->properties) == 500);
}

BOOST_AUTO_TEST_CASE(StaysWithinItsMemory) {
  const TempFolder folder;
  StoreOptions options = OptionsFor(kOwnFiles, folder);
  options.row_cache_bytes_max = 4000;  // enough for two or three of the files
  const auto store = OpenFilled(options);
  BOOST_REQUIRE(ReadUntilCached(*store));
  for (int i = 0; i < 50; ++i) {
    BOOST_REQUIRE(ScanAll(*store));
    BOOST_TEST(store->Figures().row_cache_bytes <= options.row_cache_bytes_max);
  }
}

BOOST_AUTO_TEST_CASE(UsesNoneWhereItMustNot) {
  struct Case {
    StoreMode mode;
    std::size_t bytes_max;
  };
  for (const auto& [mode, bytes_max] :
       {Case{{"none wanted", false, false, 256}, 0}, Case{{"exclusive", false, true, 2}, 1U << 20U},
        Case{{"in memory", true, false, 256}, 1U << 20U}}) {
    BOOST_TEST_CONTEXT(mode.name) {
      const TempFolder folder;
      StoreOptions options = OptionsFor(mode, folder);
      options.row_cache_bytes_max = bytes_max;
      BOOST_TEST(!ReadUntilCached(*OpenFilled(options, 3), 10));
    }
  }
}

BOOST_AUTO_TEST_CASE(ADeletedTableGivesItsMemoryBack) {
  const TempFolder folder;
  const auto store = OpenFilled(OptionsFor(kSharedFile, folder));
  BOOST_REQUIRE(ReadUntilCached(*store));
  BOOST_REQUIRE(store->DeleteTable("orders"));
  for (int i = 0; i < 2000 && IsCached(*store); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  BOOST_TEST(!IsCached(*store));
  BOOST_TEST(!ScanAll(*store));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::sqlite
