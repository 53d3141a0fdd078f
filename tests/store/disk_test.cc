#include "table_service/store/sqlite/files/disk.h"

#include "tests/store/store_fixture.h"

#include <algorithm>
#include <fstream>

namespace rowhouse::sqlite {
namespace {

void Write(const std::filesystem::path& path) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path) << "text";
}

}  // namespace

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

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::sqlite
