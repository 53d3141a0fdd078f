#include "query/filter.h"

#include <boost/test/unit_test.hpp>
#include <rowhouse/filter.h>
#include <rowhouse/query.h>
#include <stdexcept>
#include <string_view>

namespace rowhouse::tables {
namespace {

struct FilterCase {
  std::string_view text;
  Filter filter;
};

BOOST_AUTO_TEST_SUITE(FilterTest)

BOOST_AUTO_TEST_CASE(PiecesAreQuotedAndBracketed) {
  const Filter a = Where("A") == 1;
  const Filter b = Where("B") == 2;
  const Filter c = Where("C") == 3;
  const FilterCase cases[] = {
      {"Name eq 'O''Brien'", Where("Name") == "O'Brien"},
      {"Name ne ''", Where("Name") != ""},
      {"Age ge 21 and Age lt 65", Where("Age").InRange(21, 65)},
      {"Big gt 5L", Where("Big") > std::int64_t{5}},
      {"D le 5.0", Where("D") <= 5.0},
      {"B eq true", Where("B").IsTrue()},
      {"T eq datetime'2026-01-01T00:00:00.5Z'",
       Where("T") == *DateTime::Parse("2026-01-01T00:00:00.5Z")},
      {"G eq guid'01234567-89ab-cdef-0123-456789abcdef'",
       Where("G") == *Guid::Parse("01234567-89ab-cdef-0123-456789abcdef")},
      {"X eq X'00ff'", Where("X") == Binary{{0, 255}}},
      {"A eq 1 and B eq 2 and C eq 3", a && b && c},
      {"(A eq 1 and B eq 2) or C eq 3", (a && b) || c},
      {"A eq 1 and (B eq 2 or C eq 3)", a && (b || c)},
      {"not (A eq 1)", !a},
      {"(not (A eq 1)) and B eq 2", !a && b},
      {"(A eq 1 or B eq 2) and C eq 3", Filter("A eq 1 or B eq 2") && c},
      {"A eq 1", a && Filter()},
      {"A eq 1", Filter() && a},
      {"", a || Filter()},
      {"PartitionKey eq 'a''' and RowKey eq 'b'", KeyIs("a'", "b")},
      {"K ge 'ab' and K lt 'ac'", Where("K").StartsWith("ab")},
      {"", Where("K").StartsWith("")},
  };
  for (const FilterCase& item : cases) {
    BOOST_TEST(item.filter.ToString() == item.text);
    if (!item.filter.IsEmpty()) {
      BOOST_TEST(ParseFilter(item.filter.ToString()).has_value(), item.text);
    }
  }
}

BOOST_AUTO_TEST_CASE(WhatCannotBeAskedIsRefused) {
  BOOST_CHECK_THROW(static_cast<void>(Where("A") == nullptr), std::invalid_argument);
  BOOST_CHECK_THROW(Where("a b"), std::invalid_argument);
  BOOST_CHECK_THROW(Where(""), std::invalid_argument);
  BOOST_CHECK_THROW(Where("A eq 1 or B"), std::invalid_argument);
  BOOST_CHECK_THROW(!Filter(), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(APrefixEndsBehindAllThatBeginWithIt) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"a", "b"},
      {"ab", "ac"},
      {"\x7F", "\xC2\x80"},
      {"\xED\x9F\xBF", "\xF0\x90\x80\x80"},  // U+D7FF: surrogates come next
      {"\xF4\x8F\xBF\xBF", "\xEE\x80\x80"},  // U+10FFFF: then U+E000
      {"a\xEF\xBF\xBF", "b"},                // U+FFFF is the last
      {"\xEF\xBF\xBF", ""},
  };
  for (const auto& [prefix, end] : cases) BOOST_TEST(PrefixEnd(prefix) == end);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(ContinuationTokenTest)

BOOST_AUTO_TEST_CASE(BothHalvesAreKept) {
  for (const ContinuationToken& token :
       {ContinuationToken(), ContinuationToken("1!4!YQ--", "1!4!Yg--"),
        ContinuationToken("p", std::nullopt), ContinuationToken("p", ""),
        ContinuationToken("a/b c", "%/")}) {
    BOOST_TEST((ContinuationToken::FromString(token.ToString()) == token));
    BOOST_TEST(token.ToString().find(' ') == std::string::npos);
  }
  for (const char* bad : {"/r", "p/r/x", "%zz", "p/%"}) {
    BOOST_CHECK_THROW(ContinuationToken::FromString(bad), std::invalid_argument);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rowhouse::tables
