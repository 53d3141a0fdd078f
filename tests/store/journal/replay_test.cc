// What the commit journal is for: an account as a crash or a power failure leaves it has every
// answered write after the next start. An image of the folder is taken while the store is open.

#include "table_service/store/sqlite/files/db_connection.h"
#include "tests/store/fault_vfs.h"
#include "tests/store/store_fixture.h"

#include <fmt/format.h>
#include <fstream>
#include <map>
#include <random>
#include <thread>

namespace rowhouse::sqlite {
namespace {

enum class Cut {
  kProcess,  // kill -9: all that was written is there
  kPower     // of the partition files only what was synced is there, which is nothing
};

StoreOptions OptionsIn(const std::filesystem::path& folder) {
  StoreOptions options;
  options.folder = folder / "account";
  options.own_file_partitions_max = 3;
  options.journal = true;
  return options;
}

bool IsPartitionFile(const std::filesystem::path& path) {
  return path.extension() == ".db" && path.filename() != "account.db";
}

// Copies the folder of an open store that is idle.
void TakeImage(const StoreOptions& from, const StoreOptions& to, Cut cut) {
  std::filesystem::create_directories(to.folder.parent_path());
  std::filesystem::copy(from.folder, to.folder, std::filesystem::copy_options::recursive);
  // Later segments begin only after files have been synced.
  if (std::filesystem::exists(to.folder / "~journal" / "0000000000000002.journal")) {
    cut = Cut::kProcess;
  }
  for (const auto& entry : std::filesystem::recursive_directory_iterator(to.folder)) {
    const auto name = entry.path().string();
    if (name.ends_with("-shm")) std::filesystem::remove(entry.path());
    if (cut == Cut::kProcess) continue;
    if (name.ends_with(".db-wal") && !name.ends_with("account.db-wal")) {
      std::filesystem::remove(entry.path());
    }
    // The shared file is synced at its birth, others are not.
    if (IsPartitionFile(entry.path()) && !name.ends_with("~shared.db")) {
      std::ofstream(entry.path()) << "half of a page";
    }
  }
}

std::size_t CountSegments(const StoreOptions& options) {
  std::size_t count = 0;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(options.folder / "~journal", none)) {
    count += entry.path().extension() == ".journal" ? 1 : 0;
  }
  return count;
}

ApplyResult Do(TableStore& store, OperationKind kind, const std::string& partition,
               const std::string& row, const std::string& properties = "{}") {
  return ApplyNow(store, One(kind, partition, row, properties));
}

// Partitions with files of their own (a, b, c) and in the shared file (d, e), with rows that were
// written twice, merged and deleted.
void WriteSome(TableStore& store) {
  BOOST_REQUIRE(store.CreateTable("orders"));
  for (const char* partition : {"a", "b", "c", "d", "e"}) {
    for (const char* row : {"1", "2", "3"}) {
      BOOST_REQUIRE(ApplyNow(store, Insert(partition, row, R"({"N":1})")));
    }
    BOOST_REQUIRE(Do(store, OperationKind::kMerge, partition, "1", R"({"M":2})"));
    BOOST_REQUIRE(Do(store, OperationKind::kDelete, partition, "2"));
    BOOST_REQUIRE(Do(store, OperationKind::kInsertOrReplace, partition, "3", R"({"N":3})"));
    BOOST_REQUIRE(!ApplyNow(store, Insert(partition, "3", R"({"N":4})")));
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(JournalReplayTest)

BOOST_AUTO_TEST_CASE(ImageHasEveryAnsweredWrite) {
  for (const Cut cut : {Cut::kProcess, Cut::kPower}) {
    const TempFolder live;
    const TempFolder copied;
    const auto options = OptionsIn(live.path());
    const auto image = OptionsIn(copied.path());
    const auto store = OpenStore(options);
    WriteSome(*store);
    TakeImage(options, image, cut);
    BOOST_TEST(CountSegments(image) == 1);
    const auto expected = ScanAll(*store);
    BOOST_REQUIRE(expected.has_value());
    {
      const auto reopened = OpenStore(image);
      const auto rows = ScanAll(*reopened);
      BOOST_REQUIRE(rows.has_value());
      BOOST_TEST((*rows == *expected), KeysOf(*rows));
      const auto later = Do(*reopened, OperationKind::kInsertOrReplace, "a", "3");
      BOOST_REQUIRE(later.has_value());
      for (const auto& row : *expected) BOOST_TEST((later->front() > row.timestamp));
    }
    BOOST_TEST(CountSegments(image) == 0);  // it was stopped cleanly
    BOOST_TEST(ScanKeys(*OpenStore(image)) == KeysOf(*expected));
  }
}

BOOST_AUTO_TEST_CASE(CleanStopLeavesNoJournal) {
  const TempFolder folder;
  const auto options = OptionsIn(folder.path());
  {
    const auto store = OpenStore(options);
    WriteSome(*store);
    BOOST_TEST(CountSegments(options) == 1);
  }
  BOOST_TEST(CountSegments(options) == 0);
}

BOOST_AUTO_TEST_CASE(JournalIsReplayedWhateverTheOptionsSay) {
  const TempFolder live;
  const TempFolder copied;
  const auto options = OptionsIn(live.path());
  auto image = OptionsIn(copied.path());
  const auto store = OpenStore(options);
  WriteSome(*store);
  TakeImage(options, image, Cut::kPower);
  image.journal = false;
  const auto reopened = OpenStore(image);
  BOOST_TEST(ScanKeys(*reopened) == ScanKeys(*store));
  BOOST_TEST(CountSegments(image) == 0);
  BOOST_REQUIRE(ApplyNow(*reopened, Insert("a", "9")));
  BOOST_TEST(CountSegments(image) == 0);
}

BOOST_AUTO_TEST_CASE(DeletedTablesStayDeleted) {
  const TempFolder live;
  const TempFolder copied;
  const auto options = OptionsIn(live.path());
  const auto image = OptionsIn(copied.path());
  const auto store = OpenStore(options);
  WriteSome(*store);
  BOOST_REQUIRE(store->DeleteTable("orders"));
  BOOST_REQUIRE(store->CreateTable("orders"));
  BOOST_REQUIRE(ApplyNow(*store, Insert("a", "new")));
  TakeImage(options, image, Cut::kPower);
  BOOST_TEST(ScanKeys(*OpenStore(image)) == "a/new");
}

BOOST_AUTO_TEST_CASE(MovedPartitionIsWhereItWasMoved) {
  const TempFolder live;
  const TempFolder copied;
  const auto options = OptionsIn(live.path());
  const auto image = OptionsIn(copied.path());
  const auto store = OpenStore(options);
  WriteSome(*store);
  BOOST_REQUIRE(store->MoveToOwnFile("orders", "d"));
  BOOST_REQUIRE(Do(*store, OperationKind::kDelete, "d", "3"));
  BOOST_REQUIRE(ApplyNow(*store, Insert("d", "4")));
  TakeImage(options, image, Cut::kProcess);
  const auto reopened = OpenStore(image);
  BOOST_TEST(ScanKeys(*reopened) == ScanKeys(*store));
  BOOST_TEST(reopened->CountOwnFiles() == 4);
}

// A crash at any write of a replay: the next start finishes it.
BOOST_AUTO_TEST_CASE(ReplayCanBeInterrupted) {
  const FaultVfs vfs;
  const TempFolder live;
  const auto options = OptionsIn(live.path());
  const auto store = OpenStore(options);
  WriteSome(*store);
  const std::string expected = ScanKeys(*store);
  int n = 1;
  for (bool fired = true; fired; ++n) {
    BOOST_REQUIRE(n < 1000);
    BOOST_TEST_CONTEXT("write " << n) {
      const TempFolder copied;
      auto image = OptionsIn(copied.path());
      TakeImage(options, image, Cut::kPower);
      image.vfs = FaultVfs::name();
      FaultVfs::Arm(n, FaultVfs::Kind::kDeadDisk);
      TableStore::Open(image);  // fails, unless only what follows the replay failed
      fired = FaultVfs::HasFired();
      FaultVfs::Disarm();
      image.vfs = {};
      BOOST_TEST(ScanKeys(*OpenStore(image)) == expected);
    }
  }
  BOOST_TEST(n > 20);
}

// A process that was killed may have written a frame that was not synced. If its writes were in files
// and then the power took it away, the next replay would undo a part of them.
BOOST_AUTO_TEST_CASE(JournalIsDurableBeforeItsWritesAreInFiles) {
  const FaultVfs vfs;
  const TempFolder live;
  const auto options = OptionsIn(live.path());
  const auto store = OpenStore(options);
  WriteSome(*store);
  for (int n = 1; n <= 2; ++n) {  // the write of the segment, and its sync
    BOOST_TEST_CONTEXT("write " << n) {
      const TempFolder copied;
      auto image = OptionsIn(copied.path());
      TakeImage(options, image, Cut::kPower);
      image.vfs = FaultVfs::name();
      FaultVfs::Arm(n, FaultVfs::Kind::kDeadDisk);
      const auto opened = TableStore::Open(image);
      FaultVfs::Disarm();
      BOOST_REQUIRE(!opened.has_value());
      BOOST_TEST(opened.error().find("0000000000000001.journal") != std::string::npos,
                 opened.error());
    }
  }
}

BOOST_AUTO_TEST_CASE(DamageStopsTheStartWithPlaceAndRemedy) {
  const TempFolder live;
  const TempFolder copied;
  const auto options = OptionsIn(live.path());
  const auto image = OptionsIn(copied.path());
  const auto store = OpenStore(options);
  WriteSome(*store);
  TakeImage(options, image, Cut::kProcess);
  const auto path = image.folder / "~journal" / "0000000000000001.journal";
  {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(4096 + 40);
    file << '#';
  }
  const auto opened = TableStore::Open(image);
  BOOST_REQUIRE(!opened.has_value());
  for (const std::string& part : {path.string(), std::string("byte 4096"), std::string("Restore"),
                                  (image.folder / "~journal").string() + " away"}) {
    BOOST_TEST(opened.error().find(part) != std::string::npos, opened.error());
  }
  BOOST_TEST(std::filesystem::exists(path));
}

BOOST_AUTO_TEST_CASE(DamagedPartitionFileCostsItsOwnPartitionOnly) {
  const TempFolder live;
  const TempFolder copied;
  const auto options = OptionsIn(live.path());
  const auto image = OptionsIn(copied.path());
  {
    const auto store = OpenStore(options);
    WriteSome(*store);
  }
  const auto store = OpenStore(options);
  BOOST_REQUIRE(ApplyNow(*store, Insert("a", "9")));
  BOOST_REQUIRE(ApplyNow(*store, Insert("b", "9")));
  TakeImage(options, image, Cut::kProcess);
  std::filesystem::remove(image.folder / "orders-1" / "a.db-wal");
  std::ofstream(image.folder / "orders-1" / "a.db") << std::string(40000, 'x');
  const auto reopened = OpenStore(image);
  BOOST_TEST(reopened->Get("orders", {.partition = "b", .row = "9"}).has_value());
  BOOST_TEST(!reopened->Get("orders", {.partition = "a", .row = "9"}).has_value());
  BOOST_TEST(std::filesystem::exists(image.folder / "~journal" / "0000000000000001.journal.kept"));
}

BOOST_AUTO_TEST_CASE(WhatWasKeptIsNotOverwritten) {
  const TempFolder live;
  const TempFolder copied;
  const auto options = OptionsIn(live.path());
  const auto image = OptionsIn(copied.path());
  const auto store = OpenStore(options);
  WriteSome(*store);
  TakeImage(options, image, Cut::kProcess);
  const auto kept = image.folder / "~journal" / "0000000000000001.journal.kept";
  std::ofstream(kept) << "of an earlier crash";
  std::filesystem::remove(image.folder / "orders-1" / "~shared.db-wal");
  std::ofstream(image.folder / "orders-1" / "~shared.db") << std::string(40000, 'x');
  OpenStore(image);
  BOOST_TEST(std::filesystem::file_size(kept) == 19);
  BOOST_TEST(
      std::filesystem::exists(image.folder / "~journal" / "0000000000000001.journal.2.kept"));
}

BOOST_AUTO_TEST_CASE(SegmentsAreBoundedAndForgotten) {
  const TempFolder live;
  const TempFolder copied;
  auto options = OptionsIn(live.path());
  const auto image = OptionsIn(copied.path());
  options.journal_segment_bytes = 64U << 10U;
  const auto store = OpenStore(options);
  WriteSome(*store);
  const std::string properties = R"({"S":")" + std::string(5000, 'x') + R"("})";
  for (int i = 0; i < 200; ++i) {
    BOOST_REQUIRE(Do(*store, OperationKind::kInsertOrReplace, std::string(1, char('a' + i % 5)),
                     std::to_string(i % 7), properties));
    BOOST_REQUIRE(CountSegments(options) <= 5);  // one more while the oldest is being deleted
  }
  TakeImage(options, image, Cut::kProcess);
  BOOST_TEST(!std::filesystem::exists(image.folder / "~journal" / "0000000000000001.journal"));
  BOOST_TEST(ScanKeys(*OpenStore(image)) == ScanKeys(*store));
}

// Whatever single write or sync fails, of the journal, of a file or of the catalog: what was answered
// is there after a crash that follows, also what was answered after the failure, and what was refused
// is there as a whole or not at all.
BOOST_AUTO_TEST_CASE(AnsweredWritesSurviveAFailureAndACrash) {
  const FaultVfs vfs;
  int n = 1;
  for (bool fired = true; fired; ++n) {
    BOOST_REQUIRE(n < 500);
    BOOST_TEST_CONTEXT("write " << n) {
      const TempFolder live;
      const TempFolder copied;
      auto options = OptionsIn(live.path());
      auto image = OptionsIn(copied.path());
      options.vfs = FaultVfs::name();
      const auto store = OpenStore(options);
      BOOST_REQUIRE(store->CreateTable("orders"));
      BOOST_REQUIRE(ApplyNow(*store, Insert("a", "0")));
      std::string answered = "a/0";
      FaultVfs::Arm(n, FaultVfs::Kind::kOnce);
      for (const char* key : {"a1", "a2", "b1", "b2", "c1", "d1", "d2"}) {
        const std::string partition(key, 1);
        if (ApplyNow(*store, Insert(partition, key + 1))) {
          answered += " " + partition + "/" + (key + 1);
        }
      }
      fired = FaultVfs::HasFired();
      FaultVfs::Disarm();
      for (const char* partition : {"a", "b", "c", "d"}) {
        // A file that is out of service comes back within about a second.
        bool works = false;
        for (int attempt = 0; attempt < 300 && !works; ++attempt) {
          if (attempt > 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
          works =
              ApplyNow(*store, One(OperationKind::kInsertOrReplace, partition, "9")).has_value();
        }
        BOOST_TEST(works, partition);
        answered += std::string(" ") + partition + "/9";
      }
      const std::string seen = ScanKeys(*store);
      TakeImage(options, image, Cut::kPower);
      const std::string found = ScanKeys(*OpenStore(image)) + " ";
      for (std::size_t at = 0; at < answered.size();) {
        const std::size_t end = std::min(answered.find(' ', at), answered.size());
        const std::string key = answered.substr(at, end - at) + " ";
        BOOST_TEST(found.find(key) != std::string::npos,
                   key << "of " << answered << " in " << found);
        BOOST_TEST((seen + " ").find(key) != std::string::npos, key << "seen in " << seen);
        at = end + 1;
      }
    }
  }
  BOOST_TEST(n > 20);
}

// Random changes of few keys, so that each is written, deleted and written again many times.
BOOST_AUTO_TEST_CASE(ReplayIsExact) {
  std::mt19937 random(7);
  const TempFolder live;
  const auto options = OptionsIn(live.path());
  const auto store = OpenStore(options);
  BOOST_REQUIRE(store->CreateTable("orders"));
  const auto pick = [&](unsigned count) { return std::to_string(random() % count); };
  for (int round = 0; round < 12; ++round) {
    for (int i = 0; i < 60; ++i) {
      const auto kind = random() % 3 == 0   ? OperationKind::kDelete
                        : random() % 2 == 0 ? OperationKind::kInsertOrMerge
                                            : OperationKind::kInsertOrReplace;
      static_cast<void>(Do(*store, kind, "p" + pick(6), pick(5),
                           kind == OperationKind::kDelete ? "{}" : R"({"P)" + pick(3) + R"(":1})"));
    }
    const TempFolder copied;
    const auto image = OptionsIn(copied.path());
    TakeImage(options, image, round % 2 == 0 ? Cut::kPower : Cut::kProcess);
    const auto expected = ScanAll(*store);
    const auto found = ScanAll(*OpenStore(image));
    BOOST_REQUIRE((expected.has_value() && found.has_value()));
    BOOST_TEST((*found == *expected), KeysOf(*found) << " instead of " << KeysOf(*expected));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::sqlite
