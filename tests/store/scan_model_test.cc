// Compares the store with a simple model, a sorted map: random operations, moves, restarts and
// ranges, in each mode.

#include "tests/store/engines.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <random>

namespace rowhouse::sqlite {
namespace {

std::uint64_t TestSeed() {
  const char* text = std::getenv("ROWHOUSE_SEED");
  return text ? std::strtoull(text, nullptr, 10) : 20261127;
}

struct ModelEntity {
  DateTime timestamp;
  std::string properties;
};
using Model = std::map<EntityKey, ModelEntity>;

// Matches entities with an even timestamp, and also every `step`-th row.
class EvenFilter final : public RowFilter {
 public:
  explicit EvenFilter(int step) : step_(step) {}

  static bool IsOdd(DateTime time) { return time.ticks % 2 != 0; }
  bool Matches(const StoredEntity& entity) override {
    return ++asked_ % step_ == 0 || !IsOdd(entity.timestamp);
  }

 private:
  const int step_;
  int asked_ = 0;
};

class RandomRun {
 public:
  // `open` opens the store; if it `keeps_data`, every time the same one.
  using Open = std::function<std::unique_ptr<store::AccountStore>()>;
  RandomRun(Open open, bool keeps_data, std::uint64_t seed)
      : random_(seed), open_(std::move(open)), keeps_data_(keeps_data), store_(open_()) {
    BOOST_REQUIRE(store_->CreateTable("orders"));
  }

  void Run(int steps) {
    for (int i = 0; i < steps; ++i) {
      Write();
      const int dice = Number(100);
      if (dice < 25) CompareScan();
      if (dice == 50) Move();
      if (dice == 51) Reopen();
      if (dice > 60) CompareGet();
    }
    CompareScan(ScanRange{});
    Reopen();
    CompareScan(ScanRange{});
  }

 private:
  int Number(int end) { return std::uniform_int_distribution<int>(0, end - 1)(random_); }

  std::string Key() {
    static const std::vector<std::string> parts = {
        "", "a", "B", "b", "~", ".", "\xed\x9f\xbf", "\xef\xbd\x9e", "\xf0\x9f\x98\x80", " "};
    std::string key;
    for (int i = Number(3); i > 0; --i) key += parts[static_cast<std::size_t>(Number(10))];
    return key;
  }

  void Write() {
    static constexpr OperationKind kKinds[] = {
        OperationKind::kInsert,          OperationKind::kInsert,        OperationKind::kReplace,
        OperationKind::kInsertOrReplace, OperationKind::kInsertOrMerge, OperationKind::kDelete};
    const EntityKey key{.partition = Key(), .row = Key()};
    const auto kind = kKinds[Number(6)];
    const std::string properties =
        fmt::format(R"({{"Note":"{}"}})", std::string(static_cast<std::size_t>(Number(300)), 'x'));
    const auto done =
        ApplyNow(*store_, One(kind, key.partition, key.row,
                              kind == OperationKind::kDelete ? std::string() : properties,
                              {.kind = IfMatch::Kind::kAny, .timestamp = {}}));
    const bool exists = model_.contains(key);
    const bool is_possible = kind == OperationKind::kInsert ? !exists
                             : kind == OperationKind::kReplace || kind == OperationKind::kDelete
                                 ? exists
                                 : true;
    BOOST_REQUIRE_EQUAL(done.has_value(), is_possible);
    if (!done) return;
    BOOST_REQUIRE_GT(done->front().ticks, last_ticks_);
    last_ticks_ = done->front().ticks;
    if (kind == OperationKind::kDelete) {
      model_.erase(key);
    } else {
      model_[key] = {.timestamp = done->front(), .properties = properties};
    }
  }

  KeyInterval Interval() {
    switch (Number(4)) {
      case 0:
        return {};
      case 1:
        return KeyInterval::Point(Key());
      default: {
        KeyInterval interval{.low = Key(), .low_open = Number(2) == 0};
        if (Number(3) != 0) {
          interval.high = Key();
          interval.high_open = Number(2) == 0;
        }
        return interval;
      }
    }
  }

  void CompareScan() {
    ScanRange range{.partitions = Interval(), .rows = Interval(), .from = {}};
    if (Number(2) == 0) range.from = {.partition = Key(), .row = Key()};
    if (Number(2) == 0) range.until = {.partition = Key(), .row = Key()};
    CompareScan(range);
  }

  void CompareScan(const ScanRange& range) {
    std::vector<SeenRow> expected;
    for (const auto& [key, entity] : model_) {
      if (range.partitions.Contains(key.partition) && range.rows.Contains(key.row) &&
          key >= range.from && (!range.until || key < *range.until)) {
        expected.push_back({key, entity.timestamp, entity.properties});
      }
    }
    const auto rows = ScanAll(*store_, range);
    BOOST_REQUIRE(rows.has_value());
    BOOST_REQUIRE_EQUAL(KeysOf(*rows), KeysOf(expected));
    BOOST_REQUIRE((*rows == expected));
    CompareFiltered(range, expected);
  }

  // Checks that all matching rows are returned, and that any other row is in the range.
  void CompareFiltered(const ScanRange& range, std::vector<SeenRow> all) {
    EvenFilter filter(Number(20) + 1);
    auto rows = ScanAll(*store_, range, "orders", &filter);
    BOOST_REQUIRE(rows.has_value());
    for (const SeenRow& row : *rows) {
      BOOST_REQUIRE(std::find(all.begin(), all.end(), row) != all.end());
    }
    const auto is_odd = [](const SeenRow& row) { return EvenFilter::IsOdd(row.timestamp); };
    std::erase_if(*rows, is_odd);
    std::erase_if(all, is_odd);
    BOOST_REQUIRE_EQUAL(KeysOf(*rows), KeysOf(all));
    BOOST_REQUIRE((*rows == all));
  }

  void CompareGet() {
    const EntityKey key{.partition = Key(), .row = Key()};
    const auto record = store_->Get("orders", key);
    const auto expected = model_.find(key);
    BOOST_REQUIRE_EQUAL(record.has_value(), expected != model_.end());
    if (record) BOOST_REQUIRE_EQUAL(record->properties, expected->second.properties);
  }

  void Move() {
    auto* const files = store_->partition_files();
    if (files) BOOST_REQUIRE(files->MoveToOwnFile("orders", Key()).has_value());
  }

  void Reopen() {
    if (!keeps_data_) return;
    store_.reset();
    store_ = open_();
  }

  std::mt19937_64 random_;
  const Open open_;
  const bool keeps_data_;
  std::unique_ptr<store::AccountStore> store_;
  Model model_;
  std::int64_t last_ticks_ = 0;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(ScanModelTest)

BOOST_AUTO_TEST_CASE(SqliteAgreesWithASortedMap) {
  const auto seed = TestSeed();
  for (const auto& mode : kStoreModes) {
    for (std::uint64_t run = 0; run < 2; ++run) {
      BOOST_TEST_CONTEXT(mode.name << ", ROWHOUSE_SEED=" << seed + run) {
        const TempFolder folder;
        StoreOptions options = OptionsFor(mode, folder);
        // Small enough that partitions of the shared file grow out of it during the run.
        options.shared_partition_bytes_max = 2000;
        options.open_connections_max = 4;
        RandomRun([&] { return OpenStore(options); }, !mode.in_memory, seed + run).Run(600);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(TheEngineInMemoryAgreesWithASortedMap) {
  const auto seed = TestSeed();
  BOOST_TEST_CONTEXT("ROWHOUSE_SEED=" << seed) {
    RandomRun([] { return std::make_unique<memory_engine::MemoryStore>(); }, false, seed).Run(600);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::sqlite
