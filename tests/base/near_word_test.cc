#include "base/near_word.h"

#include <boost/test/unit_test.hpp>

namespace rowhouse {
namespace {

const std::vector<std::string> kKnown = {"table", "query", "count", "copy", "import", "export"};

struct WordCase {
  std::string_view word;
  std::string_view near;  // empty: none
};

constexpr WordCase kCases[] = {
    {"tabel", "table"}, {"tables", "table"}, {"qury", "query"}, {"QUERY", "query"},
    {"coutn", "count"}, {"imprt", "import"}, {"exp", "export"}, {"co", ""},
    {"frobnicate", ""}, {"x", ""},           {"", ""},          {"cpoy", "copy"}};

}  // namespace

BOOST_AUTO_TEST_SUITE(NearWordTest)

BOOST_AUTO_TEST_CASE(FindsWhatWasMeant) {
  for (const WordCase& item : kCases) {
    BOOST_TEST(NearWord(item.word, kKnown).value_or("") == item.near, item.word);
  }
}

BOOST_AUTO_TEST_CASE(LongWordsCostNothing) {
  BOOST_TEST(!NearWord(std::string(1'000'000, 'a'), {std::string(1'000'000, 'b')}));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
