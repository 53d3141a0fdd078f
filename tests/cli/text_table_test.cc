#include "cli/terminal/text_table.h"

#include <boost/test/unit_test.hpp>

namespace rowhouse::cli {

BOOST_AUTO_TEST_SUITE(TextTableTest)

BOOST_AUTO_TEST_CASE(ColumnsAreAlignedAndNoBlanksTrail) {
  TextTable table;
  table.AddColumn("Name");
  table.AddColumn("Rows", TextTable::Align::kRight);
  table.AddColumn("Note");
  table.AddRow({"people", "7", "x"});
  table.AddRow({"日本", "1,000"});
  BOOST_TEST(table.ToString(Terminal{}) ==
             "Name     Rows  Note\n"
             "──────  ─────  ────\n"
             "people      7  x\n"
             "日本    1,000\n");
}

BOOST_AUTO_TEST_CASE(LongCellsAreCutAndControlsShown) {
  TextTable table;
  table.AddColumn("Value");
  table.AddRow({"a very long value"});
  table.AddRow({"\x1b[31m"});
  const Terminal ascii{.moves = false, .colours = false, .unicode = false, .width = 80};
  BOOST_TEST(table.ToString(ascii, 8) == "Value\n--------\na very ~\n\\x1b[31m\n");
}

BOOST_AUTO_TEST_CASE(WidestColumnsAreCutFirst) {
  using Widths = std::vector<std::size_t>;
  struct FitCase {
    Widths wanted;
    std::size_t width;
    Widths fitting;
  };
  const FitCase cases[] = {
      {{5, 10}, 17, {5, 10}},                 // as it is
      {{5, 30}, 27, {5, 20}},                 // only the wide one
      {{40, 30, 5}, 49, {20, 20, 5}},         // both wide ones, to the same width
      {{3, 50}, 5, {3}},                      // the second finds no room
      {{20, 20, 20, 20, 20}, 30, {7, 7, 7}},  // as many as can be read, and room for the mark
      {{50}, 20, {20}},
      {{}, 20, {}},
  };
  for (const FitCase& item : cases) {
    BOOST_TEST(FitWidths(item.wanted, item.width) == item.fitting,
               boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(FitsATerminalAndCutsNothingInAFile) {
  TextTable table;
  table.AddColumn("Key");
  for (const char* title : {"First", "Second", "Third"}) table.AddColumn(title);
  table.AddRow({"a", std::string(30, 'x'), std::string(30, 'y'), std::string(30, 'z')});
  for (const std::size_t width : {20U, 24U, 40U, 79U, 120U}) {
    const Terminal terminal{.moves = true, .colours = false, .unicode = true, .width = width};
    const std::string text = table.ToString(terminal);
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = text.find('\n', begin);
      BOOST_TEST(DisplayWidth(text.substr(begin, end - begin)) <= width, text);
      begin = end + 1;
    }
    BOOST_TEST((text.find("…") != std::string::npos) == (width < 99), text);
  }
  const std::string file = table.ToString(Terminal{.width = 20});
  BOOST_TEST(file.find(std::string(30, 'z')) != std::string::npos);
}

BOOST_AUTO_TEST_CASE(BlocksShareTheirWidths) {
  TextTable first;
  first.AddColumn("N", TextTable::Align::kRight);
  first.AddColumn("T");
  first.AddRow({"1000", "x"});
  const auto drawn = first.Draw(Terminal{}, true);
  TextTable second;
  second.AddColumn("N", TextTable::Align::kRight);
  second.AddColumn("T");
  second.AddRow({"5", "y"});
  BOOST_TEST(second.Draw(Terminal{}, false, drawn.widths).text == "   5  y\n");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::cli
