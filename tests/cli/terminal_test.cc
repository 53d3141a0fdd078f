#include "cli/terminal/terminal.h"

#include <boost/test/unit_test.hpp>
#include <string>

namespace rowhouse::cli {

BOOST_AUTO_TEST_SUITE(TerminalTest)

BOOST_AUTO_TEST_CASE(StoredTextCannotSteerTheTerminal) {
  struct Row {
    std::string text;
    const char* shown;
  };
  const Row rows[] = {
      {"plain é 日本", "plain é 日本"},
      {"\x1b[2J", "\\x1b[2J"},
      {"a\nb\tc\r", "a\\nb\\tc\\x0d"},
      {std::string("nul\0", 4), "nul\\x00"},
      {"\xff\xc3", "\\xff\\xc3"},
      {"\xc2\x9b", "\\x9b"},  // a C1 control sequence introducer
      {"\xe2\x80\xae reversed", "\\u202e reversed"},
      {"\xed\xa0\x80", "\\xed\\xa0\\x80"},  // a surrogate
  };
  for (const Row& row : rows) BOOST_TEST(Printable(row.text) == row.shown);
}

BOOST_AUTO_TEST_CASE(WidthIsThatOfTheTerminal) {
  BOOST_TEST(DisplayWidth("abc") == 3U);
  BOOST_TEST(DisplayWidth("é") == 1U);
  BOOST_TEST(DisplayWidth("e\xcc\x81") == 1U);  // a combining accent
  BOOST_TEST(DisplayWidth("日本") == 4U);
}

BOOST_AUTO_TEST_CASE(CuttingNeverSplitsACharacter) {
  BOOST_TEST(CutToWidth("abcdef", 6, true) == "abcdef");
  BOOST_TEST(CutToWidth("abcdef", 4, true) == "abc…");
  BOOST_TEST(CutToWidth("日本語", 4, true) == "日…");
  BOOST_TEST(CutToWidth("abcdef", 4, false) == "abc~");
  BOOST_TEST(CutToWidth("abc", 0, true).empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::cli
