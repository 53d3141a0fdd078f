#include "cli/query/filter_hints.h"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

namespace rowhouse::cli {
namespace {

struct HintCase {
  std::string_view filter;
  std::string_view wanted;  // in one of the hints; empty: there is none
  FilterOutcome outcome = FilterOutcome::kRefused;
};

constexpr FilterOutcome kNothing = FilterOutcome::kNothingFound;

const HintCase kCases[] = {
    {"City eq \"London\"", "'London', not \"London\""},
    {"Born = 1815", "'=' is written 'eq'"},
    {"Born == 1815", "'==' is written 'eq'"},
    {"Born != 1815", "'!=' is written 'ne'"},
    {"Born <> 1815", "'<>' is written 'ne'"},
    {"Born>=1815", "'>=' is written 'ge'"},
    {"A eq 1 && B eq 2", "'&&' is written 'and'"},
    {"Name = London", "'London'"},
    {"A eq 1 || B eq 2", "'||' is written 'or'"},
    {"!(A eq 1)", "'!' is written 'not'"},
    {"Name like 'A%'", "there is no 'like'"},
    {"Name LIKE 'A%'", "there is no 'LIKE'"},
    {"startswith(Name,'A')", "--row-prefix"},
    {"contains(Name,'A')", "cannot search inside texts"},
    {"substringof('A',Name)", "cannot search inside texts"},
    {"City in ('a','b')", "City eq 'a' or City eq 'b'"},
    {"Born between 1 and 2", "Born ge 1800 and Born le 1900"},
    {"Name eq null", "no value is null"},
    {"Name EQ 'A'", "'EQ' is written 'eq'"},
    {"A eq 1 AND B eq 2", "'AND' is written 'and'"},
    {"When gt 2026-01-31", "datetime'2026-01-31T00:00:00Z'"},
    {"When gt '2026-01-31T10:00:00+01:00'", "datetime'2026-01-31T10:00:00+01:00'"},
    {"When gt 2026-01-31T10:00:00Z", "datetime'2026-01-31T10:00:00Z'"},
    {"Big eq 5000000000", "5000000000L"},
    {"Big eq -5000000000", "-5000000000L"},
    {"Id eq 6f9619ff-8b86-d011-b42d-00c04fc964ff", "guid'6f9619ff-8b86-d011-b42d-00c04fc964ff'"},
    {"City eq London", "'London'"},
    {"Flag eq True", "'True' is written true"},
    {"Id eq '6f9619ff-8b86-d011-b42d-00c04fc964ff'",
     "compared with guid'6f9619ff-8b86-d011-b42d-00c04fc964ff'", kNothing},
    {"When gt '2026-01-31'", "compared with datetime'2026-01-31T00:00:00Z'", kNothing},
    {"Age eq '36'", "compared with 36", kNothing},
    // What is right, or may be.
    {"Name eq 'it''s = \"x\" like && London'", ""},
    {"Born ge 1815 and Big lt 5000000000L and not (Flag eq true)", ""},
    {"When lt datetime'2026-01-31T00:00:00Z' and R gt -1.5 and R lt 1e300", ""},
    {"Id eq guid'6f9619ff-8b86-d011-b42d-00c04fc964ff'", ""},
    {"RowKey eq '6f9619ff-8b86-d011-b42d-00c04fc964ff'", "", kNothing},
    {"PartitionKey eq '2026-01-31' and RowKey gt '36'", "", kNothing},
    {"in eq 5 and like eq 6", "", kNothing},  // properties may have such names
    {"Name eq 'unterminated", ""},
    {"", ""},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(FilterHintsTest)

BOOST_AUTO_TEST_CASE(EachSlipHasItsHint) {
  for (const HintCase& item : kCases) {
    const auto hints = FilterHints(item.filter, item.outcome);
    const std::string text = fmt::format("{}: {}", item.filter, fmt::join(hints, " | "));
    BOOST_TEST(hints.empty() == item.wanted.empty(), text);
    BOOST_TEST(text.find(item.wanted, item.filter.size()) != std::string::npos, text);
  }
}

BOOST_AUTO_TEST_CASE(EachKindIsToldOnce) {
  const auto hints = FilterHints("A = \"x\" and B = \"y\" and C == \"z\"", FilterOutcome::kRefused);
  BOOST_TEST(hints.size() == 2U);
  BOOST_TEST(FilterHints("A eq 1 && B eq 2", FilterOutcome::kRefused).size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::cli
