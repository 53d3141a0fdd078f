#include "table_service/store/sqlite/files/file_names.h"

#include <boost/test/unit_test.hpp>
#include <string>

namespace rowhouse::sqlite {
namespace {

struct NameCase {
  const char* name;
  std::string key;
  int attempt;
  std::string file;
};
const NameCase kNameCases[] = {
    {"Plain", "sensors-7", 1, "sensors-7.db"},
    {"Empty", "", 1, "~empty.db"},
    {"Dots", "..", 1, "%2E..db"},
    {"Dot", ".", 1, "%2E.db"},
    {"Tilde", "~shared", 1, "%7Eshared.db"},
    {"TildeInside", "a~2", 1, "a%7E2.db"},
    {"SecondAttempt", "a", 2, "a~2.db"},
    {"Space", "a b'c", 1, "a%20b%27c.db"},
    {"NonAscii", "\xc3\xa9", 1, "%C3%A9.db"},
};

struct FolderCase {
  const char* name;
  bool is_of_a_table;
};
constexpr FolderCase kFolderCases[] = {
    {"orders-3", true},   {"orders-7", true},
    {"orders", false},    {"3", false},
    {"-3", false},        {"orders-", false},
    {"orders-3x", false}, {"orders-0", false},
    {"orders--3", false}, {"orders-99999999999999999999", false},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(FileNamesTest)

BOOST_AUTO_TEST_CASE(EachKeyHasItsName) {
  for (const auto& test : kNameCases) {
    BOOST_TEST_CONTEXT(test.name) {
      BOOST_TEST(PartitionFileName(test.key, test.attempt) == test.file);
    }
  }
}

BOOST_AUTO_TEST_CASE(LongKeysAreCutAtAWholeEscapeAndDiffer) {
  std::string key;
  for (int i = 0; i < 400; ++i) key += "\xc3\xa9";
  for (std::size_t prefix = 0; prefix < 3; ++prefix) {
    const std::string name = PartitionFileName(std::string(prefix, 'x') + key, 1);
    const std::string other = PartitionFileName(std::string(prefix, 'x') + key + "y", 1);
    BOOST_TEST(name != other);
    BOOST_TEST(name.size() + std::string("~2-journal").size() <= 255U);
    const auto kept = name.substr(prefix, name.find('~') - prefix);
    BOOST_TEST(kept.size() % 3 == 0U);
  }
}

BOOST_AUTO_TEST_CASE(FoldersOfTablesAreRecognized) {
  for (const auto& test : kFolderCases) {
    BOOST_TEST_CONTEXT(test.name) {
      BOOST_TEST(ReadTableFolderName(test.name).has_value() == test.is_of_a_table);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::sqlite
