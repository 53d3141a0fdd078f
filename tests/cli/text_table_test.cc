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

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::cli
