// What the commit journal is for: an account as a crash or a power failure leaves it has every
// answered write after the next start.

#include "tests/store/journal/images.h"

#include <random>
#include <string>
#include <thread>

namespace rowhouse::sqlite {

BOOST_AUTO_TEST_SUITE(JournalReplayTest)

BOOST_AUTO_TEST_CASE(ImageHasEveryAnsweredWrite) {
  for (const Cut cut : {Cut::kProcess, Cut::kPower}) {
    const Folders folders;
    const auto& [live, copied, options, image] = folders;
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

BOOST_FIXTURE_TEST_CASE(JournalIsReplayedWhateverTheOptionsSay, Folders) {
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

BOOST_FIXTURE_TEST_CASE(DeletedTablesStayDeleted, Folders) {
  const auto store = OpenStore(options);
  WriteSome(*store);
  BOOST_REQUIRE(store->DeleteTable("orders"));
  BOOST_REQUIRE(store->CreateTable("orders"));
  BOOST_REQUIRE(ApplyNow(*store, Insert("a", "new")));
  // The old folder is being removed, which would disturb the copying.
  while (std::filesystem::exists(options.folder / "orders-1")) std::this_thread::yield();
  TakeImage(options, image, Cut::kPower);
  BOOST_TEST(ScanKeys(*OpenStore(image)) == "a/new");
}

BOOST_FIXTURE_TEST_CASE(MovedPartitionIsWhereItWasMoved, Folders) {
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

BOOST_FIXTURE_TEST_CASE(SegmentsAreBoundedAndForgotten, Folders) {
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
