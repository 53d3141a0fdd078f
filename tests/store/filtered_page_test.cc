// A page of a filtered query over the store: the engine tests the rows, and the page does not test
// them again.

#include "query/entity_query.h"
#include "tests/store/store_fixture.h"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace rowhouse::sqlite {
namespace {

// Partitions with 100 rows each.
void FillThreePartitions(TableStore& store) {
  BOOST_REQUIRE(store.CreateTable("orders"));
  for (const char* partition : {"p0", "p1", "p2"}) {
    for (int i = 0; i < 100; ++i) {
      BOOST_REQUIRE(ApplyNow(
          store, Insert(partition, fmt::format("{:02}", i), fmt::format(R"({{"N":{}}})", i))));
    }
  }
}

struct Page {
  std::vector<std::string> keys;
  std::size_t rows_tested;
};

Page ReadPage(TableStore& store, const char* filter) {
  const auto query = ParseEntityQuery(
      {.filter = filter, .select = {}, .top = {}, .next_partition_key = {}, .next_row_key = {}});
  BOOST_REQUIRE(query.has_value());
  const auto source = store.OpenSource("orders");
  BOOST_REQUIRE(source.has_value());
  Page page;
  PageRun run(
      *query, **source, [] { return false; },
      [&](const StoredEntity& entity) {
        page.keys.push_back(fmt::format("{}/{}", entity.partition_key, entity.row_key));
      });
  BOOST_REQUIRE(*run.Run([] { return false; }));
  page.rows_tested = run.rows_tested();
  return page;
}

struct Case {
  const char* filter;
  std::size_t matches;
};
constexpr Case kCases[] = {{"N ge 0", 300}, {"N eq 3", 3}, {"N lt 90", 270}, {"N lt 0", 0}};

}  // namespace

BOOST_AUTO_TEST_SUITE(FilteredPageTest)

// If only some partitions have their own files, the scan looks at the first row of the shared file
// before it reads earlier rows elsewhere, and that row is tested again when its turn comes.
BOOST_AUTO_TEST_CASE(EachRowIsTestedOnce) {
  struct Layout {
    const char* name;
    std::size_t own_files;
    std::size_t rows_tested_max;
  };
  for (const Layout& layout : {Layout{"one shared file", 0, 300}, Layout{"own files", 256, 300},
                               Layout{"one own file and a shared one", 1, 301}}) {
    for (const auto& mode : kStoreModes) {
      const TempFolder folder;
      StoreOptions options = OptionsFor(mode, folder);
      options.own_file_partitions_max = layout.own_files;
      const auto store = OpenStore(options);
      FillThreePartitions(*store);
      for (const auto& [filter, matches] : kCases) {
        BOOST_TEST_CONTEXT(mode.name << ", " << layout.name << ", " << filter) {
          const Page page = ReadPage(*store, filter);
          BOOST_TEST(page.keys.size() == matches);
          BOOST_TEST(page.rows_tested >= 300U);
          BOOST_TEST(page.rows_tested <= layout.rows_tested_max);
        }
      }
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::sqlite
