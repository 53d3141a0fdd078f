// Makes the n-th write fail for every n. The change set of a failed call may be on disk as a whole
// but never in part, and an entity is never in two files.

#include "table_service/store/sqlite/files/db_connection.h"
#include "table_service/store/sqlite/table_store.h"
#include "tests/store/fault_vfs.h"
#include "tests/store/store_fixture.h"

#include <fmt/format.h>

namespace rowhouse::sqlite {
namespace {

constexpr int kWritesMax = 500;  // far more than any of the operations below writes

ChangeSet ThreeInserts(const std::string& partition) {
  ChangeSet changes = Insert(partition, "a", R"({"Note":"one"})");
  for (const char* row : {"b", "c"}) {
    changes.operations.push_back({.kind = OperationKind::kInsert,
                                  .row_key = row,
                                  .if_match = {},
                                  .properties = R"({"Note":"more"})"});
  }
  return changes;
}

struct FaultCase {
  const char* name;
  FaultVfs::Kind kind;
  bool exclusive;
};
constexpr FaultCase kFaultCases[] = {
    {"one write fails", FaultVfs::Kind::kOnce, false},
    {"the disk dies", FaultVfs::Kind::kDeadDisk, false},
    {"one write fails, exclusive", FaultVfs::Kind::kOnce, true},
    {"the disk dies, exclusive", FaultVfs::Kind::kDeadDisk, true},
};

StoreOptions FaultOptions(const TempFolder& folder, const FaultCase& fault) {
  StoreOptions options;
  options.folder = folder.path() / "account";
  options.exclusive = fault.exclusive;
  options.vfs = FaultVfs::name();
  return options;
}

// The number of entities in all files of the table "orders", and the number of files.
struct Stored {
  std::int64_t entities = 0;
  std::int64_t files = 0;
};
Stored CountStored(const std::filesystem::path& account) {
  Stored stored;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(account)) {
    if (entry.path().extension() != ".db" || entry.path().filename() == "account.db") continue;
    auto connection =
        DbConnection::Open(entry.path().string(), DbConnection::OpenMode::kExisting, "");
    BOOST_REQUIRE(connection.has_value());
    const auto count = connection->QueryInteger("SELECT count(*) FROM entity");
    BOOST_REQUIRE_MESSAGE(count.has_value(), entry.path().string());
    stored.entities += *count;
    ++stored.files;
  }
  return stored;
}

// For every n until no write fails: runs `prepare` without a fault, then `act` with its n-th write
// failing. `check` gets the reopened store, the answer of `act` and, last, the closed folder.
template <class Prepare, class Act, class Check>
void BreakEachWrite(StoreOptions (*adjust)(StoreOptions), Prepare prepare, Act act, Check check) {
  const FaultVfs vfs;
  for (const auto& fault : kFaultCases) {
    int n = 1;
    for (; n < kWritesMax; ++n) {
      BOOST_TEST_CONTEXT(fault.name << ", write " << n) {
        const TempFolder folder;
        auto options = adjust(FaultOptions(folder, fault));
        bool reported_done = false;
        bool fired = false;
        {
          const auto store = OpenStore(options);
          BOOST_REQUIRE(store->CreateTable("orders"));
          prepare(*store);
          FaultVfs::Arm(n, fault.kind);
          reported_done = act(*store);
          fired = FaultVfs::HasFired();
          if (fault.kind == FaultVfs::Kind::kOnce) FaultVfs::Disarm();
        }
        FaultVfs::Disarm();
        options.vfs = {};
        options.sync = SyncMode::kOff;
        const auto rows = ScanAll(*OpenStore(options));
        BOOST_REQUIRE_MESSAGE(rows.has_value(), rows.error().detail);
        check(*rows, reported_done, CountStored(options.folder));
        if (!fired) {
          BOOST_TEST(reported_done);
          break;
        }
      }
    }
    BOOST_TEST(n < kWritesMax);
    BOOST_TEST(n > 3);  // `act` did write
  }
}

StoreOptions AsTheyAre(StoreOptions options) { return options; }
StoreOptions AllShared(StoreOptions options) {
  options.own_file_partitions_max = 0;
  return options;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(StoreFaultTest)

BOOST_AUTO_TEST_CASE(ChangeSetIsAllOrNothing) {
  BreakEachWrite(
      AsTheyAre,
      [](TableStore& store) { BOOST_REQUIRE(ApplyNow(store, Insert("p", "0")).has_value()); },
      [](TableStore& store) { return ApplyNow(store, ThreeInserts("p")).has_value(); },
      [](const std::vector<SeenRow>& rows, bool reported_done, Stored stored) {
        BOOST_TEST((rows.size() == 4 || (rows.size() == 1 && !reported_done)), KeysOf(rows));
        BOOST_TEST(stored.entities == static_cast<std::int64_t>(rows.size()));
      });
}

BOOST_AUTO_TEST_CASE(NewPartitionIsAllOrNothing) {
  BreakEachWrite(
      AsTheyAre, [](TableStore&) {},
      [](TableStore& store) { return ApplyNow(store, ThreeInserts("p")).has_value(); },
      [](const std::vector<SeenRow>& rows, bool reported_done, Stored stored) {
        BOOST_TEST((rows.size() == 3 || (rows.empty() && !reported_done)), KeysOf(rows));
        BOOST_TEST(stored.entities == static_cast<std::int64_t>(rows.size()));
        BOOST_TEST(stored.files == (rows.empty() ? 0 : 1));
      });
}

BOOST_AUTO_TEST_CASE(FirstSharedPartitionIsAllOrNothing) {
  BreakEachWrite(
      AllShared, [](TableStore&) {},
      [](TableStore& store) { return ApplyNow(store, ThreeInserts("p")).has_value(); },
      [](const std::vector<SeenRow>& rows, bool reported_done, Stored stored) {
        BOOST_TEST((rows.size() == 3 || (rows.empty() && !reported_done)), KeysOf(rows));
        BOOST_TEST(stored.entities == static_cast<std::int64_t>(rows.size()));
        BOOST_TEST(stored.files <= 1);
      });
}

BOOST_AUTO_TEST_CASE(MovedPartitionIsInOnePlace) {
  BreakEachWrite(
      AllShared,
      [](TableStore& store) {
        BOOST_REQUIRE(ApplyNow(store, ThreeInserts("p")).has_value());
        BOOST_REQUIRE(ApplyNow(store, ThreeInserts("q")).has_value());
      },
      [](TableStore& store) { return store.MoveToOwnFile("orders", "p").has_value(); },
      [](const std::vector<SeenRow>& rows, bool reported_done, Stored stored) {
        BOOST_TEST(KeysOf(rows) == "p/a p/b p/c q/a q/b q/c");
        BOOST_TEST(stored.entities == 6);
        BOOST_TEST((stored.files == 2 || (stored.files == 1 && !reported_done)));
      });
}

BOOST_AUTO_TEST_CASE(StoreWorksAfterAFailedWrite) {
  const FaultVfs vfs;
  for (int n = 1; n <= 12; ++n) {
    const TempFolder folder;
    const auto store = OpenStore(FaultOptions(folder, kFaultCases[0]));
    BOOST_REQUIRE(store->CreateTable("orders"));
    BOOST_REQUIRE(ApplyNow(*store, Insert("p", "0")).has_value());
    FaultVfs::Arm(n, FaultVfs::Kind::kOnce);
    static_cast<void>(ApplyNow(*store, ThreeInserts("p")));
    static_cast<void>(ApplyNow(*store, ThreeInserts("new")));
    FaultVfs::Disarm();
    BOOST_TEST_CONTEXT("write " << n) {
      BOOST_TEST(ApplyNow(*store, Insert("p", "later")).has_value());
      BOOST_TEST(ApplyNow(*store, Insert("new", "later")).has_value());
      BOOST_TEST(store->Get("orders", {.partition = "p", .row = "0"}).has_value());
    }
  }
}

// Whatever single read fails, of a point read, a scan or a write: only that call fails.
BOOST_AUTO_TEST_CASE(StoreWorksAfterAFailedRead) {
  const FaultVfs vfs;
  const EntityKey key{.partition = "p", .row = "0"};
  for (const bool exclusive : {false, true}) {
    const TempFolder folder;
    auto options = FaultOptions(folder, kFaultCases[0]);
    options.exclusive = exclusive;
    {
      const auto store = OpenStore(options);
      BOOST_REQUIRE(store->CreateTable("orders"));
      BOOST_REQUIRE(ApplyNow(*store, Insert("p", "0")).has_value());
    }
    int n = 1;
    int failed = 0;
    for (bool fired = true; fired; ++n) {
      BOOST_REQUIRE(n < kWritesMax);
      BOOST_TEST_CONTEXT("read " << n << (exclusive ? ", exclusive" : "")) {
        const auto store = OpenStore(options);
        FaultVfs::ArmRead(n);
        failed += store->Get("orders", key) ? 0 : 1;
        failed += ScanAll(*store) ? 0 : 1;
        failed += ApplyNow(*store, One(OperationKind::kInsertOrReplace, "p", "1")) ? 0 : 1;
        fired = FaultVfs::HasFired();
        FaultVfs::Disarm();
        BOOST_TEST(store->Get("orders", key).has_value());
        BOOST_TEST(ApplyNow(*store, One(OperationKind::kInsertOrReplace, "p", "1")).has_value());
        BOOST_TEST(ScanKeys(*store) == "p/0 p/1");
      }
    }
    BOOST_TEST(failed > 0);
    BOOST_TEST(n > 3);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::sqlite
