// The commit journal by itself: which records a crash at any moment would leave in it.

#include "table_service/store/sqlite/journal/commit_journal.h"

#include "table_service/store/sqlite/journal/reader.h"
#include "tests/store/fault_vfs.h"
#include "tests/store/store_fixture.h"
#include "tests/support/failing_new.h"

#include <algorithm>
#include <atomic>
#include <new>
#include <spdlog/sinks/null_sink.h>
#include <spdlog/spdlog.h>
#include <thread>

namespace rowhouse::sqlite {
namespace {

constexpr std::size_t kSegmentBytes = std::size_t{64} << 10U;

// Discards log lines. The test's own allocations do not fail.
struct QuietFixture {
  test::NoFailure no_failure;
  std::shared_ptr<spdlog::logger> before = spdlog::default_logger();

  QuietFixture() {
    spdlog::set_default_logger(
        std::make_shared<spdlog::logger>("test", std::make_shared<spdlog::sinks::null_sink_mt>()));
  }
  ~QuietFixture() {
    test::FailingNew::Disarm();
    spdlog::set_default_logger(before);
  }
};

// A journal with small segments, and one file that its records name.
struct Fixture {
  TempFolder folder;
  std::filesystem::path journal_folder = folder.path() / "~journal";
  DatabaseOpener opener{{}};
  FileCache files{std::make_shared<OpenFiles>(8), 0};
  std::shared_ptr<PartitionFile> file =
      std::make_shared<PartitionFile>(opener, files, (folder.path() / "a.db").string());

  JournalOptions Options(const std::string& vfs = {}) const {
    return {
        .folder = journal_folder, .vfs = vfs, .segment_bytes = kSegmentBytes, .sync_catalog = [] {
          return DbStatus();
        }};
  }
  bool HasSegment(std::uint64_t number) const {
    return std::filesystem::exists(journal_folder / SegmentFileName(number));
  }
  // Writes records until the segment has begun.
  void WriteUpTo(CommitJournal& journal, std::uint64_t number) const;
  // The RowKeys in the journal, but for those of WriteUpTo(); or the error.
  std::string Read() const {
    const auto content = ReadJournal(journal_folder, {});
    if (!content) return content.error().text;
    std::string keys;
    for (const auto& segment : content->segments) {
      for (const auto& frame : segment->frames) {
        JournalRecordReader reader(frame.records);
        while (const auto record = reader.Next()) {
          if (record->row_key == "filler") continue;
          keys += keys.empty() ? "" : " ";
          keys += record->row_key;
        }
      }
    }
    return keys;
  }
};

JournalRecords RecordsOf(std::string_view row_key, std::size_t bytes = 0) {
  JournalRecords records;
  records.Partition(1, "a");
  records.Put(row_key, DateTime{1}, std::string(bytes, 'x'));
  return records;
}

void Fixture::WriteUpTo(CommitJournal& journal, std::uint64_t number) const {
  for (int i = 0; i < 100 && !HasSegment(number); ++i) {
    BOOST_REQUIRE(journal.Write(RecordsOf("filler", 20000), {}, {}).has_value());
  }
  BOOST_REQUIRE(HasSegment(number));
}

template <class Condition>
bool ComesTrue(Condition condition, std::chrono::milliseconds within) {
  const auto end = std::chrono::steady_clock::now() + within;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(CommitJournalTest, QuietFixture)

// Whoever wrote them is slow: after a power failure the file would lack the changes.
BOOST_AUTO_TEST_CASE(RecordsAreKeptUntilTheirChangesAreMade) {
  const Fixture fixture;
  CommitJournal journal(fixture.Options(), 0);
  {
    const auto slow = journal.Write(RecordsOf("slow"), {{fixture.file}}, {});
    BOOST_REQUIRE(slow.has_value());
    fixture.WriteUpTo(journal, 3);
    BOOST_TEST(!ComesTrue([&] { return !fixture.HasSegment(1); }, std::chrono::milliseconds(100)));
  }
  BOOST_TEST(ComesTrue([&] { return !fixture.HasSegment(1); }, std::chrono::seconds(10)));
}

// The same when a failure makes all earlier segments void.
BOOST_AUTO_TEST_CASE(NothingIsVoidBeforeItsChangesAreMade) {
  const FaultVfs vfs;
  const Fixture fixture;
  CommitJournal journal(fixture.Options(FaultVfs::name()), 0);
  std::atomic<bool> is_refused = false;
  std::thread refused;
  {
    const auto slow = journal.Write(RecordsOf("slow"), {{fixture.file}}, {});
    BOOST_REQUIRE(slow.has_value());
    FaultVfs::Arm(1, FaultVfs::Kind::kOnce);
    refused = std::thread([&] {
      const test::NoFailure unharmed;
      is_refused = !journal.Write(RecordsOf("refused"), {}, {}).has_value();
    });
    BOOST_TEST(!ComesTrue([&] { return is_refused.load(); }, std::chrono::milliseconds(100)));
    BOOST_TEST(fixture.Read().starts_with("slow"));
  }
  refused.join();
  BOOST_TEST(is_refused);
  BOOST_TEST(fixture.Read().empty());
  BOOST_REQUIRE(journal.Write(RecordsOf("next"), {}, {}).has_value());
  BOOST_TEST(fixture.Read() == "next");
}

// A kill may follow the answer at once, so the frame of a write that is refused must be void by then.
BOOST_AUTO_TEST_CASE(WhatIsRefusedIsVoidAtOnce) {
  const FaultVfs vfs;
  for (const int operation : {1, 2}) {  // the write of the frame, its sync
    const Fixture fixture;
    CommitJournal journal(fixture.Options(FaultVfs::name()), 0);
    BOOST_REQUIRE(journal.Write(RecordsOf("first"), {}, {}).has_value());
    FaultVfs::Arm(operation, FaultVfs::Kind::kOnce);
    BOOST_TEST(!journal.Write(RecordsOf("refused"), {}, {}).has_value());
    BOOST_TEST(fixture.Read().empty());
  }
}

BOOST_AUTO_TEST_CASE(AWriteSucceedsOnlyOnceItsFrameIsSynced) {
  const FaultVfs vfs;
  const Fixture fixture;
  CommitJournal journal(fixture.Options(FaultVfs::name()), 0);
  BOOST_REQUIRE(journal.Write(RecordsOf("first"), {}, {}).has_value());
  FaultVfs::Arm(2, FaultVfs::Kind::kOnce);  // after the frame has been written
  BOOST_TEST(!journal.Write(RecordsOf("unsynced"), {}, {}).has_value());
  BOOST_TEST(FaultVfs::HasFired());
}

BOOST_AUTO_TEST_CASE(VoidSegmentsStayVoidWhileTheyCannotBeDeleted) {
  const FaultVfs vfs;
  const Fixture fixture;
  auto options = fixture.Options(FaultVfs::name());
  // What the journal's thread settles fails.
  options.sync_catalog = [test_thread = std::this_thread::get_id()]() -> DbStatus {
    if (std::this_thread::get_id() == test_thread) return {};
    return tl::unexpected(DbError{});
  };
  CommitJournal journal(options, 0);
  BOOST_REQUIRE(journal.Write(RecordsOf("first"), {}, {{fixture.file}}).has_value());
  FaultVfs::Arm(2, FaultVfs::Kind::kOnce);  // the sync, so the frame is whole
  BOOST_REQUIRE(!journal.Write(RecordsOf("refused"), {}, {}).has_value());
  BOOST_REQUIRE(fixture.Read().empty());
  BOOST_REQUIRE(journal.Write(RecordsOf("next"), {}, {{fixture.file}}).has_value());
  BOOST_TEST(fixture.Read() == "next");
  fixture.WriteUpTo(journal, 3);
  BOOST_REQUIRE(fixture.HasSegment(1));
  BOOST_TEST(fixture.Read() == "next");
}

// A second attempt would succeed in vain, and the journal would forget what the file lacks.
BOOST_AUTO_TEST_CASE(FileThatCouldNotBeSyncedOnceIsNotSyncedInVain) {
  const FaultVfs vfs;
  const TempFolder folder;
  const DatabaseOpener opener({.vfs = FaultVfs::name()});
  FileCache files{std::make_shared<OpenFiles>(8), 0};
  PartitionFile file(opener, files, (folder.path() / "new.db").string());
  {
    auto connection = opener.CreatePartition(file.path());
    BOOST_REQUIRE(connection.has_value());
    BOOST_REQUIRE(opener.FinishPartition(*connection).has_value());
  }
  FaultVfs::Arm(1, FaultVfs::Kind::kOnce);
  BOOST_TEST(!file.SyncWhole().has_value());
  BOOST_REQUIRE(FaultVfs::HasFired());
  FaultVfs::Disarm();
  BOOST_TEST(!file.SyncWhole().has_value());
}

// Of a write that runs out of memory: it is durable or it fails, and later ones go on.
BOOST_AUTO_TEST_CASE(NoFailedAllocationLosesRecords) {
  for (const int count : {1, 6}) {
    bool fired = true;
    for (int n = 1; fired; ++n) {
      BOOST_REQUIRE(n < 200);
      BOOST_TEST_CONTEXT("allocation " << n << ", " << count << " fail") {
        const Fixture fixture;
        CommitJournal journal(fixture.Options(), 0);
        // So that the next begins a segment.
        BOOST_REQUIRE(journal.Write(RecordsOf("filler", 50000), {}, {}).has_value());
        const auto records = RecordsOf("tried", 20000);
        bool is_answered = false;
        test::FailingNew::Arm(n, count);
        try {
          const test::MayFail may_fail;
          is_answered = journal.Write(records, {{fixture.file}}, {{fixture.file}}).has_value();
        } catch (const std::bad_alloc&) {
          is_answered = false;
        }
        fired = test::FailingNew::HasFired();
        test::FailingNew::Disarm();
        BOOST_REQUIRE(journal.Write(RecordsOf("later"), {}, {}).has_value());
        BOOST_TEST(fixture.Read() == (is_answered ? "tried later" : "later"));
      }
    }
  }
}

// The same of a store: what is answered is in the journal, since the partition files are not synced.
BOOST_AUTO_TEST_CASE(NoFailedAllocationLosesAnAnsweredWrite) {
  for (const char* partition : {"a", "new"}) {
    bool fired = true;
    for (int n = 1; fired; ++n) {
      BOOST_REQUIRE(n < 2000);
      BOOST_TEST_CONTEXT("partition " << partition << ", allocation " << n) {
        const TempFolder folder;
        StoreOptions options;
        options.folder = folder.path() / "account";
        options.row_cache_bytes_max = 0;
        const auto store = OpenStore(options);
        BOOST_REQUIRE(store->CreateTable("orders"));
        BOOST_REQUIRE(ApplyNow(*store, Insert("a", "0")));
        test::FailingNew::Arm(n, 1);
        const auto tried = ApplyNow(*store, Insert(partition, "tried"));
        fired = test::FailingNew::HasFired();
        test::FailingNew::Disarm();
        const auto journal = ReadJournal(options.folder / "~journal", {});
        BOOST_REQUIRE(journal.has_value());
        const auto& bytes = journal->segments.back()->bytes;
        const bool is_durable = bytes.find("tried") != std::string::npos;
        BOOST_TEST((is_durable || !tried.has_value()));
        // What the journal has is not seen to be absent, except as an error.
        if (is_durable && std::string_view(partition) == "a") {
          const auto seen = store->Get("orders", {.partition = partition, .row = "tried"});
          BOOST_TEST((seen.has_value() || seen.error().code == ErrorCode::kInternalError));
        }
        BOOST_TEST(ApplyNow(*store, Insert("z", "later")).has_value());
      }
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::sqlite
