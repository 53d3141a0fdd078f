// The same where something fails besides: a write, the replay itself, or a file that is damaged.

#include "tests/store/fault_vfs.h"
#include "tests/store/journal/images.h"

#include <algorithm>
#include <fstream>
#include <string>
#include <thread>

namespace rowhouse::sqlite {

BOOST_AUTO_TEST_SUITE(JournalReplayFaultsTest)

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
      FaultVfs::Arm(n, FaultVfs::Kind::kDeadDisk, ".journal");
      const auto opened = TableStore::Open(image);
      FaultVfs::Disarm();
      BOOST_REQUIRE(!opened.has_value());
      BOOST_TEST(opened.error().find("0000000000000001.journal") != std::string::npos,
                 opened.error());
    }
  }
}

BOOST_FIXTURE_TEST_CASE(DamageStopsTheStartWithPlaceAndRemedy, Folders) {
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

BOOST_FIXTURE_TEST_CASE(DamagedPartitionFileCostsItsOwnPartitionOnly, Folders) {
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

BOOST_FIXTURE_TEST_CASE(WhatWasKeptIsNotOverwritten, Folders) {
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

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::sqlite
