// A disk that gets full at any point: what was answered stays, what was refused leaves nothing behind,
// reading and deleting goes on, and when there is room again everything does.

#include "tests/store/fault_vfs.h"
#include "tests/store/store_fixture.h"

#include <chrono>
#include <fmt/format.h>
#include <map>
#include <set>
#include <thread>

namespace rowhouse::sqlite {
namespace {

constexpr auto kPatience = std::chrono::seconds(60);
constexpr std::uint64_t kReserveBytes = 1U << 20U;

StoreOptions FullOptions(const TempFolder& folder, bool journal) {
  StoreOptions options;
  options.folder = folder.path() / "account";
  options.journal = journal;
  options.journal_segment_bytes = 256U << 10U;
  options.reserve_bytes = kReserveBytes;
  options.own_file_partitions_max = 6;
  options.vfs = FaultVfs::name();
  return options;
}

void AwaitReserve(const StoreOptions& options) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  std::error_code missing;
  while (std::filesystem::file_size(options.folder / "~reserve", missing) < kReserveBytes ||
         missing) {
    BOOST_REQUIRE(std::chrono::steady_clock::now() < end);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

// PartitionKey/RowKey -> properties, of the table "orders".
using Model = std::map<std::string, std::string>;

Model Read(TableStore& store) {
  const auto rows = ScanAll(store);
  BOOST_REQUIRE_MESSAGE(rows.has_value(), rows.error().detail);
  Model model;
  for (const auto& row : *rows) model[row.key.partition + "/" + row.key.row] = row.properties;
  return model;
}

std::string Big(int i) { return fmt::format(R"({{"V":"{}{}"}})", i, std::string(9000, 'x')); }

// Returns true if it was answered, and then keeps it in mind.
bool TryInsert(TableStore& store, Model& model, const std::string& partition,
               const std::string& row, int i) {
  const auto done = ApplyNow(store, Insert(partition, row, Big(i)));
  if (!done) BOOST_TEST((done.error().error.code == ErrorCode::kInternalError));
  if (done) model[partition + "/" + row] = Big(i);
  return done.has_value();
}

// Inserts rows into old and new partitions until the disk is full.
void InsertUntilFull(TableStore& store, Model& model) {
  for (int i = 0;; ++i) {
    BOOST_REQUIRE(i < 1000);
    if (!TryInsert(store, model, fmt::format("p{}", i % 9), fmt::format("new{}", i), i)) return;
  }
}

void AwaitInsert(TableStore& store) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (!ApplyNow(store, Insert("p1", "after"))) {
    BOOST_REQUIRE(std::chrono::steady_clock::now() < end);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

void FillAndRecover(bool journal, std::int64_t bytes) {
  const TempFolder folder;
  auto options = FullOptions(folder, journal);
  Model model;
  {
    const auto store = OpenStore(options);
    for (const char* table : {"orders", "gone"}) BOOST_REQUIRE(store->CreateTable(table));
    for (int i = 0; i < 8; ++i) {
      const std::string partition = fmt::format("p{}", i);
      BOOST_REQUIRE(ApplyNow(*store, Insert(partition, "old", Big(i))).has_value());
      model[partition + "/old"] = Big(i);
      ChangeSet other = Insert(partition, "old", Big(i));
      other.table = "gone";
      BOOST_REQUIRE(ApplyNow(*store, other).has_value());
    }
  }
  auto store = OpenStore(options);  // with all files closed
  AwaitReserve(options);
  FaultVfs::LeaveSpace(bytes);
  InsertUntilFull(*store, model);
  BOOST_TEST((Read(*store) == model));
  // Copying logs back may have made room.
  TryInsert(*store, model, "p1", "late", 1);
  TryInsert(*store, model, "p-new", "late", 2);
  BOOST_TEST((Read(*store) == model));
  for (int i = 0; i < 8; ++i) {
    const std::string partition = fmt::format("p{}", i);
    const auto deleted = ApplyNow(*store, One(OperationKind::kDelete, partition, "old", "{}",
                                              IfMatch{.kind = IfMatch::Kind::kAny}));
    BOOST_REQUIRE_MESSAGE(deleted.has_value(), deleted.error().error.detail);
    model.erase(partition + "/old");
  }
  BOOST_TEST((Read(*store) == model));
  BOOST_TEST(store->DeleteTable("gone").has_value());
  BOOST_TEST((Read(*store) == model));
  BOOST_TEST_MESSAGE("space left at the end: " << FaultVfs::Space());

  FaultVfs::LeaveSpace(std::int64_t{1} << 40U);
  AwaitInsert(*store);
  model["p1/after"] = "{}";
  BOOST_TEST((Read(*store) == model));
  store.reset();
  store = OpenStore(options);
  BOOST_TEST((Read(*store) == model));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(FullDiskTest)

BOOST_AUTO_TEST_CASE(ReadingAndDeletingGoesOnWhereverTheDiskGetsFull) {
  const FaultVfs vfs;
  for (const bool journal : {true, false}) {
    for (std::int64_t bytes = 0; bytes < 1'300'000; bytes += 61'003) {
      BOOST_TEST_CONTEXT("journal " << journal << ", " << bytes << " bytes left") {
        FillAndRecover(journal, bytes);
      }
      FaultVfs::Disarm();
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::sqlite
