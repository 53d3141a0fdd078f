// The pages that the connections of all files keep in memory.

#include "table_service/store/sqlite/files/open_files.h"
#include "tests/store/store_fixture.h"

#include <chrono>
#include <fmt/format.h>
#include <thread>

namespace rowhouse::sqlite {
namespace {

constexpr std::size_t kPartitions = 30;
constexpr std::size_t kRowBytes = 400'000;

// Writes and reads kPartitions files, and returns what their connections keep afterwards: at the first
// moment at which it is at most `awaited`, or in the end.
std::size_t PageBytesAfterUse(const std::shared_ptr<OpenFiles>& files, std::size_t awaited) {
  const TempFolder folder;
  StoreOptions options{.folder = folder.path() / "account", .sync = SyncMode::kOff};
  options.open_files = files;
  options.row_cache_bytes_max = 0;
  const auto store = OpenStore(options);
  BOOST_REQUIRE(store->CreateTable("orders").has_value());
  for (std::size_t i = 0; i < kPartitions; ++i) {
    BOOST_REQUIRE(
        ApplyNow(*store, Insert(fmt::format("p{}", i), "r", std::string(kRowBytes, 'x'))));
  }
  for (int round = 0; round < 2; ++round) {
    const auto rows = ScanAll(*store);
    BOOST_REQUIRE(rows.has_value());
    BOOST_TEST(rows->size() == kPartitions);
  }
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  while (files->page_bytes() > awaited && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return files->page_bytes();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(PageMemoryTest)

BOOST_AUTO_TEST_CASE(IsWhatWasReadUnlessItIsLimited) {
  const auto files = std::make_shared<OpenFiles>(200);
  BOOST_TEST(PageBytesAfterUse(files, kPartitions * kRowBytes * 3) > kPartitions * kRowBytes);
  BOOST_TEST(files->page_bytes() == 0U);  // all are closed
}

BOOST_AUTO_TEST_CASE(IsAtMostTheLimit) {
  constexpr std::size_t kLimit = 2'000'000;
  const auto files = std::make_shared<OpenFiles>(200, kLimit);
  BOOST_TEST(PageBytesAfterUse(files, kLimit) <= kLimit);
  BOOST_TEST(files->page_bytes() == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::sqlite
