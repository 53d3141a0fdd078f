#include "table_service/store/sqlite/files/file_rows.h"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <string>

namespace rowhouse::sqlite {
namespace {

// Memory with a limit, as a builder sees it.
struct Budget {
  std::size_t max = SIZE_MAX;
  std::size_t used = 0;

  FileRows::Builder Builder() {
    return {[this](std::size_t bytes) {
              if (used + bytes > max) return false;
              used += bytes;
              return true;
            },
            [this](std::size_t bytes) { used -= bytes; }};
  }
};

std::string TextOf(const StoredRow& row) {
  return fmt::format("{}/{}@{}={}", row.partition, row.row, row.timestamp, row.properties);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(FileRowsTest)

BOOST_AUTO_TEST_CASE(KeepsRowsOfAllSizesInOrder) {
  Budget budget;
  auto builder = budget.Builder();
  std::vector<std::string> expected;
  std::size_t bytes = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::string partition = fmt::format("p{}", i / 300);
    const std::string row = fmt::format("{:04}", i);
    // Some fill several blocks alone, some are empty.
    const int size = i % 100 == 7 ? 600'000 : i % 3 * 700;
    const std::string properties(static_cast<std::size_t>(size), 'x');
    const StoredRow stored{partition, row, i, properties};
    expected.push_back(TextOf(stored));
    bytes += SizeOf(stored);
    BOOST_REQUIRE(builder.Add(stored));
  }
  const auto rows = builder.Finish();
  BOOST_REQUIRE(rows);
  BOOST_REQUIRE(rows->size() == expected.size());
  for (std::size_t i = 0; i < rows->size(); ++i) {
    BOOST_REQUIRE(TextOf((*rows)[i]) == expected[i]);
    rows->Prefetch(i + 8);
  }
  BOOST_TEST(rows->has_plain_keys());
  BOOST_TEST(rows->bytes() >= bytes);
  BOOST_TEST(budget.used == rows->bytes());
}

BOOST_AUTO_TEST_CASE(FindsTheFirstRowAtOrAfterAKey) {
  Budget budget;
  auto builder = budget.Builder();
  for (const auto& [partition, row] :
       {std::pair("a", "2"), {"a", "4"}, {"c", ""}, {"c", "1"}, {"d", "3"}}) {
    BOOST_REQUIRE(builder.Add({partition, row, 0, "{}"}));
  }
  const auto rows = builder.Finish();
  BOOST_REQUIRE(rows);
  struct Case {
    const char* partition;
    const char* row;
    std::size_t expected;
  };
  for (const auto& [partition, row, expected] : {Case{"", "", 0},
                                                 {"a", "2", 0},
                                                 {"a", "3", 1},
                                                 {"a", "5", 2},
                                                 {"b", "9", 2},
                                                 {"c", "", 2},
                                                 {"c", "0", 3},
                                                 {"cc", "", 4},
                                                 {"d", "3", 4},
                                                 {"d", "4", 5},
                                                 {"e", "", 5}}) {
    BOOST_TEST_CONTEXT(partition << "/" << row) {
      BOOST_TEST(rows->LowerBound(partition, row) == expected);
    }
  }
}

BOOST_AUTO_TEST_CASE(KnowsWhetherKeysMustBeConverted) {
  for (const auto& [partition, row] :
       {std::pair("p", "\xed\xa0\xbd\xed\xb8\x80"), {"\xed\xa0\xbd\xed\xb8\x80", "r"}}) {
    Budget budget;
    auto builder = budget.Builder();
    BOOST_REQUIRE(builder.Add({"a", "b", 0, "{}"}));
    BOOST_REQUIRE(builder.Add({partition, row, 0, "{}"}));
    const auto rows = builder.Finish();
    BOOST_REQUIRE(rows);
    BOOST_TEST(!rows->has_plain_keys());
  }
}

BOOST_AUTO_TEST_CASE(AnEmptyFileHasNoRows) {
  Budget budget;
  const auto rows = budget.Builder().Finish();
  BOOST_REQUIRE(rows);
  BOOST_TEST(rows->size() == 0U);
  BOOST_TEST(rows->LowerBound("", "") == 0U);
}

BOOST_AUTO_TEST_CASE(StopsAtItsLimitAndGivesBackWhatItTook) {
  Budget budget{.max = 1'000'000};
  {
    auto builder = budget.Builder();
    const std::string properties(1000, 'x');
    int added = 0;
    while (builder.Add({"p", fmt::format("{:06}", added), 0, properties})) ++added;
    BOOST_TEST(added > 700);
    BOOST_TEST(added < 1300);  // a block is paid for when it is full
    BOOST_TEST(budget.used <= budget.max);
  }
  BOOST_TEST(budget.used == 0U);

  budget.max = 100;
  BOOST_TEST(!budget.Builder().Finish());
  BOOST_TEST(budget.used == 0U);
}

BOOST_AUTO_TEST_CASE(RefusesKeysThatItCannotMeasure) {
  Budget budget;
  auto builder = budget.Builder();
  const std::string key(65536, 'k');
  BOOST_TEST(!builder.Add({key, "r", 0, "{}"}));
  BOOST_TEST(!builder.Add({"p", key, 0, "{}"}));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::sqlite
