// Readers that keep the write-ahead log of a file from being copied back: another program's, which may
// never end, and those of this process.

#include "table_service/store/sqlite/files/db_connection.h"
#include "tests/store/store_fixture.h"

#include <atomic>
#include <chrono>
#include <fmt/format.h>
#include <optional>
#include <thread>

namespace rowhouse::sqlite {
namespace {

constexpr auto kPatience = std::chrono::seconds(60);
constexpr int kWritesMax = 20000;

ApplyResult Write(TableStore& store, const std::string& partition, const std::string& value) {
  return ApplyNow(store, One(OperationKind::kInsertOrReplace, partition, "r",
                             fmt::format(R"({{"V":"{}"}})", value)));
}

// A connection to a partition's file with an open read transaction, as an sqlite3 shell has it.
class OutsideReader {
 public:
  OutsideReader(const StoreOptions& options, const std::string& partition) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(options.folder)) {
      if (entry.path().filename() == partition + ".db") path_ = entry.path();
    }
    auto opened = DbConnection::Open(path_, DbConnection::OpenMode::kExisting, "");
    BOOST_REQUIRE(opened.has_value());
    connection_.emplace(std::move(*opened));
    BOOST_REQUIRE(connection_->Execute("BEGIN").has_value());
    BOOST_REQUIRE(connection_->QueryInteger("SELECT count(*) FROM entity").has_value());
  }
  std::uintmax_t LogBytes() const { return std::filesystem::file_size(path_ + "-wal"); }
  void End() { connection_.reset(); }

 private:
  std::string path_;
  std::optional<DbConnection> connection_;
};

std::uintmax_t JournalBytes(const StoreOptions& options) {
  std::uintmax_t bytes = 0;
  for (const auto& entry : std::filesystem::directory_iterator(options.folder / "~journal")) {
    std::error_code gone;
    if (const auto size = entry.file_size(gone); !gone) bytes += size;
  }
  return bytes;
}

void AwaitWritable(TableStore& store, const std::string& partition, const std::string& value) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (!Write(store, partition, value)) {
    BOOST_REQUIRE(std::chrono::steady_clock::now() < end);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(LongLogTest)

BOOST_AUTO_TEST_CASE(AnOutsideReaderCostsTheWritesOfItsPartitionAndNoOthers) {
  for (const bool journal : {true, false}) {
    BOOST_TEST_CONTEXT("journal " << journal) {
      const TempFolder folder;
      StoreOptions options;
      options.folder = folder.path() / "account";
      options.sync = journal ? SyncMode::kFull : SyncMode::kOff;
      options.journal = journal;
      options.journal_segment_bytes = 256U << 10U;
      options.log_bytes_max = 4U << 20U;
      auto store = OpenStore(options);
      BOOST_REQUIRE(store->CreateTable("orders"));
      const std::string big(20000, 'x');
      for (const char* partition : {"held", "free"}) {
        BOOST_REQUIRE(Write(*store, partition, big).has_value());
      }
      OutsideReader reader(options, "held");

      std::optional<Error> refused;
      std::string last;
      for (int i = 0; i < kWritesMax && !refused; ++i) {
        const std::string value = std::to_string(i) + big;
        if (const auto done = Write(*store, "held", value)) {
          last = value;
        } else {
          refused = done.error().error;
        }
      }
      BOOST_REQUIRE(refused.has_value());
      BOOST_TEST((refused->code == ErrorCode::kServerBusy));
      BOOST_TEST(refused->detail.find("held.db") != std::string::npos);
      const auto grown = reader.LogBytes();
      BOOST_TEST(grown >= options.log_bytes_max);
      BOOST_TEST(grown < 2 * options.log_bytes_max);

      // Other partitions go through many segments of the journal.
      for (int i = 0; i < 200; ++i) BOOST_REQUIRE(Write(*store, "free", big).has_value());
      BOOST_TEST(!Write(*store, "held", big).has_value());
      BOOST_TEST(reader.LogBytes() == grown);
      if (journal) BOOST_TEST(JournalBytes(options) < 16U << 20U);
      BOOST_TEST((store->Get("orders", {.partition = "held", .row = "r"})->properties ==
                  fmt::format(R"({{"V":"{}"}})", last)));

      reader.End();
      AwaitWritable(*store, "held", "after");
      store.reset();
      store = OpenStore(options);
      BOOST_TEST((store->Get("orders", {.partition = "held", .row = "r"})->properties ==
                  R"({"V":"after"})"));
    }
  }
}

// The store is stopped and started again while the reader stays. The log that is left might not be on the
// disk, so the file is out of service until it can be written back.
BOOST_AUTO_TEST_CASE(AnOutsideReaderOutlivesTheStore) {
  const TempFolder folder;
  StoreOptions options;
  options.folder = folder.path() / "account";
  options.log_bytes_max = 4U << 20U;
  auto store = OpenStore(options);
  BOOST_REQUIRE(store->CreateTable("orders"));
  const std::string big(20000, 'x');
  BOOST_REQUIRE(Write(*store, "held", big).has_value());
  OutsideReader reader(options, "held");
  while (Write(*store, "held", big)) {
  }
  store.reset();
  store = OpenStore(options);
  const auto found = store->Get("orders", {.partition = "held", .row = "r"});
  BOOST_REQUIRE(!found.has_value());
  BOOST_TEST((found.error().code == ErrorCode::kServerBusy));
  BOOST_TEST(Write(*store, "free", big).has_value());
  reader.End();
  AwaitWritable(*store, "held", "after");
}

// There is always somebody who reads an earlier state. The lane pauses for them, so that the log is
// copied back and no write is refused.
BOOST_AUTO_TEST_CASE(ReadersOfTheStoreThatFollowEachOtherLetTheLogBeginAnew) {
  const TempFolder folder;
  StoreOptions options;
  options.folder = folder.path() / "account";
  options.sync = SyncMode::kOff;
  options.log_bytes_max = 64U << 20U;
  options.row_cache_bytes_max = 0;  // which would answer the readers
  const auto store = OpenStore(options);
  BOOST_REQUIRE(store->CreateTable("orders"));
  for (int i = 0; i < 500; ++i) {
    BOOST_REQUIRE(ApplyNow(*store, Insert("p", fmt::format("{:03}", i))).has_value());
  }
  std::atomic<bool> stop = false;
  std::atomic<int> failed = 0;
  std::vector<std::thread> readers;
  for (int i = 0; i < 3; ++i) {
    readers.emplace_back([&] {
      while (!stop) {
        if (!ScanAll(*store)) ++failed;
      }
    });
  }
  const std::string big(30000, 'x');
  std::uint64_t longest = 0;
  int refused = 0;
  for (int i = 0; i < 4000; ++i) {
    if (!Write(*store, "p", big)) ++refused;
    longest = std::max(longest, store->Figures().log_bytes);
  }
  stop = true;
  for (auto& reader : readers) reader.join();
  BOOST_TEST(refused == 0);
  BOOST_TEST(failed == 0);
  BOOST_TEST(longest > 16U << 20U);
  BOOST_TEST(longest < options.log_bytes_max + (8U << 20U));
}

BOOST_AUTO_TEST_CASE(AnOutsideWriterIsWaitedForOnce) {
  const TempFolder folder;
  StoreOptions options;
  options.folder = folder.path() / "account";
  const auto store = OpenStore(options);
  BOOST_REQUIRE(store->CreateTable("orders"));
  for (const char* partition : {"held", "free"}) {
    BOOST_REQUIRE(Write(*store, partition, "1").has_value());
  }
  std::string path;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(options.folder)) {
    if (entry.path().filename() == "held.db") path = entry.path();
  }
  auto writer = DbConnection::Open(path, DbConnection::OpenMode::kExisting, "");
  BOOST_REQUIRE(writer.has_value());
  BOOST_REQUIRE(writer->Execute("BEGIN IMMEDIATE").has_value());
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < 20; ++i) {
    const auto done = Write(*store, "held", "2");
    BOOST_REQUIRE(!done.has_value());
    BOOST_TEST((done.error().error.code == ErrorCode::kServerBusy));
    BOOST_TEST(Write(*store, "free", "2").has_value());
  }
  // Waiting each time would take two seconds.
  BOOST_TEST((std::chrono::steady_clock::now() - begin < std::chrono::milliseconds(1500)));
  BOOST_REQUIRE(writer->Execute("ROLLBACK").has_value());
  BOOST_TEST(Write(*store, "held", "3").has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::sqlite
