#include "tests/store/journal/images.h"

#include <chrono>
#include <fstream>
#include <system_error>
#include <thread>

namespace rowhouse::sqlite {
namespace {

bool IsPartitionFile(const std::filesystem::path& path) {
  return path.extension() == ".db" && path.filename() != "account.db";
}

// Names, sizes and times of all files of a folder.
std::string DescribeFiles(const std::filesystem::path& folder) {
  std::string text;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    text += entry.path().string() + ' ' + std::to_string(entry.file_size()) + ' ' +
            std::to_string(entry.last_write_time().time_since_epoch().count()) + '\n';
  }
  return text;
}

// Copies a folder, and returns whether it stayed as it was meanwhile: an idle store still checkpoints its
// files and deletes segments.
bool CopyUndisturbed(const std::filesystem::path& from, const std::filesystem::path& to) {
  try {
    const std::string before = DescribeFiles(from);
    std::filesystem::copy(from, to, std::filesystem::copy_options::recursive);
    return DescribeFiles(from) == before;
  } catch (const std::filesystem::filesystem_error&) {
    return false;  // a file was deleted between its listing and its copying
  }
}

}  // namespace

StoreOptions OptionsIn(const std::filesystem::path& folder) {
  StoreOptions options;
  options.folder = folder / "account";
  options.own_file_partitions_max = 3;
  options.journal = true;
  return options;
}

void TakeImage(const StoreOptions& from, const StoreOptions& to, Cut cut) {
  std::filesystem::create_directories(to.folder.parent_path());
  for (int attempt = 0; !CopyUndisturbed(from.folder, to.folder); ++attempt) {
    BOOST_REQUIRE(attempt < 1000);
    std::filesystem::remove_all(to.folder);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  // Later segments begin, and the first one goes, only after files have been synced.
  const auto journal = to.folder / "~journal";
  if (!std::filesystem::exists(journal / "0000000000000001.journal") ||
      std::filesystem::exists(journal / "0000000000000002.journal")) {
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
               const std::string& row, const std::string& properties) {
  return ApplyNow(store, One(kind, partition, row, properties));
}

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

}  // namespace rowhouse::sqlite
