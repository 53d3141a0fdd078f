#include "table_service/store/sqlite/files/disk.h"

#include "tests/store/store_fixture.h"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <string>
#include <vector>

namespace rowhouse::sqlite {
namespace {

int syncs_until_failure = 0;  // 0: none fails
std::vector<std::filesystem::path> synced;

void Write(const std::filesystem::path& path) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path) << "text";
}

}  // namespace
}  // namespace rowhouse::sqlite

// Stands in for the one of the C library.
extern "C" int fsync(int descriptor) {
  using rowhouse::sqlite::synced;
  using rowhouse::sqlite::syncs_until_failure;
  if (syncs_until_failure > 0 && --syncs_until_failure == 0) {
    errno = EIO;
    return -1;
  }
  synced.push_back(std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(descriptor)));
  return 0;
}

namespace rowhouse::sqlite {

BOOST_AUTO_TEST_SUITE(DiskTest)

BOOST_AUTO_TEST_CASE(ListsTheContentOfAFolder) {
  const TempFolder folder;
  Write(folder.path() / "b");
  Write(folder.path() / ".hidden");
  Write(folder.path() / "sub" / "deep");
  auto paths = ListFolder(folder.path());
  std::sort(paths.begin(), paths.end());
  const std::vector<std::filesystem::path> expected = {folder.path() / ".hidden",
                                                       folder.path() / "b", folder.path() / "sub"};
  BOOST_TEST((paths == expected));
  BOOST_TEST(ListFolder(folder.path() / "missing").empty());
}

BOOST_AUTO_TEST_CASE(RemovesATreeAndFollowsNoLink) {
  const TempFolder folder;
  const auto tree = folder.path() / "tree";
  Write(tree / "a" / "b" / "file");
  Write(folder.path() / "kept" / "file");
  std::filesystem::create_directory_symlink(folder.path() / "kept", tree / "link");
  BOOST_TEST(!RemoveTree(tree));
  BOOST_TEST(!std::filesystem::exists(tree));
  BOOST_TEST(std::filesystem::exists(folder.path() / "kept" / "file"));
}

BOOST_AUTO_TEST_CASE(RemovesAFileAndAcceptsAMissingOne) {
  const TempFolder folder;
  Write(folder.path() / "file");
  BOOST_TEST(!RemoveTree(folder.path() / "file"));
  BOOST_TEST(!std::filesystem::exists(folder.path() / "file"));
  BOOST_TEST(!RemoveTree(folder.path() / "file"));
}

BOOST_AUTO_TEST_CASE(TheNameOfEachNewFolderIsSynced) {
  const TempFolder folder;
  const auto top = std::filesystem::canonical(folder.path());
  synced.clear();
  BOOST_TEST(MakeFolder(top / "a" / "b" / "c", true).has_value());
  BOOST_TEST((synced == std::vector<std::filesystem::path>{top, top / "a", top / "a" / "b"}));
  BOOST_TEST(MakeFolder(top / "a" / "b" / "d", false).has_value());
  BOOST_TEST(MakeFolder(top / "a" / "b", true).has_value());
  BOOST_TEST(synced.size() == 3U);
}

BOOST_AUTO_TEST_CASE(AFolderWhoseNameCouldNotBeSyncedIsMadeAgain) {
  const TempFolder folder;
  const auto top = std::filesystem::canonical(folder.path());
  syncs_until_failure = 2;
  const auto made = MakeFolder(top / "a" / "b", true);
  BOOST_REQUIRE(!made.has_value());
  BOOST_TEST(made.error().text.find((top / "a").string()) != std::string::npos, made.error().text);
  BOOST_TEST(!std::filesystem::exists(top / "a" / "b"));
  synced.clear();
  BOOST_TEST(MakeFolder(top / "a" / "b", true).has_value());
  BOOST_TEST((synced == std::vector<std::filesystem::path>{top / "a"}));
}

BOOST_AUTO_TEST_CASE(ALockKnowsWhetherItsFolderIsInPlace) {
  const TempFolder folder;
  const auto account = folder.path() / "account";
  const auto moved = folder.path() / "moved";
  std::filesystem::create_directory(account);
  const auto lock = FolderLock::Acquire(account);
  BOOST_REQUIRE(lock.has_value());
  BOOST_TEST(lock->CheckInPlace().has_value());
  std::filesystem::rename(account, moved);
  const auto gone = lock->CheckInPlace();
  BOOST_REQUIRE(!gone.has_value());
  BOOST_TEST(gone.error().text.starts_with(account.string() + ": was moved"), gone.error().text);
  std::filesystem::create_directory(account);
  BOOST_TEST(!lock->CheckInPlace().has_value());
  {
    const auto other = FolderLock::Acquire(account);
    BOOST_REQUIRE(other.has_value());
    BOOST_TEST(!lock->CheckInPlace().has_value());
    BOOST_TEST(other->CheckInPlace().has_value());
  }
  std::filesystem::remove_all(account);
  std::filesystem::rename(moved, account);
  BOOST_TEST(lock->CheckInPlace().has_value());
}

BOOST_AUTO_TEST_CASE(TheNamesAboveAFolderAreSyncedToo) {
  const TempFolder folder;
  const auto top = std::filesystem::canonical(folder.path());
  std::filesystem::create_directories(top / "data" / "account");
  synced.clear();
  BOOST_TEST(SyncNames(top / "data" / "account").has_value());
  BOOST_TEST(
      (synced == std::vector<std::filesystem::path>{top / "data" / "account", top / "data", top}));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::sqlite
