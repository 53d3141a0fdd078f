#include "cli/terminal/drawing.h"

#include <boost/test/unit_test.hpp>
#include <cmath>

namespace rowhouse::cli {

BOOST_AUTO_TEST_SUITE(DrawingTest)

BOOST_AUTO_TEST_CASE(BarFillsInEighths) {
  BOOST_TEST(Bar(0, 4, true) == "    ");
  BOOST_TEST(Bar(1, 4, true) == "████");
  BOOST_TEST(Bar(0.5, 4, true) == "██  ");
  BOOST_TEST(Bar(0.28125, 4, true) == "█▏  ");
  BOOST_TEST(Bar(0.5, 4, false) == "##..");
}

BOOST_AUTO_TEST_CASE(BarTakesAnyNumber) {
  BOOST_TEST(Bar(-1, 2, true) == "  ");
  BOOST_TEST(Bar(7, 2, true) == "██");
  BOOST_TEST(Bar(std::nan(""), 2, true) == "  ");
}

BOOST_AUTO_TEST_CASE(HeatIsDensityWithoutColours) {
  const Terminal file;
  BOOST_TEST(HeatCell(0, file) == " ");
  BOOST_TEST(HeatCell(0.01, file) == "░");
  BOOST_TEST(HeatCell(1, file) == "█");
  const Terminal ascii{.moves = false, .colours = false, .unicode = false, .width = 80};
  BOOST_TEST(HeatCell(1, ascii) == "#");
}

BOOST_AUTO_TEST_CASE(HeatIsABackgroundWithColours) {
  const Terminal terminal{.moves = true, .colours = true, .unicode = true, .width = 80};
  BOOST_TEST(HeatCell(0, terminal) == " ");
  BOOST_TEST(HeatCell(1, terminal) == "\x1b[48;5;226m \x1b[0m");
}

BOOST_AUTO_TEST_CASE(GridIsSummedUpToFit) {
  const Terminal file;
  const auto lines = HeatMap({{1, 0, 0, 0}, {1, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 8}}, 2, 2, file);
  BOOST_TEST_REQUIRE(lines.size() == 2U);
  BOOST_TEST(lines[0] == "▒ ");
  BOOST_TEST(lines[1] == " █");
}

BOOST_AUTO_TEST_CASE(EmptyGridHasNoLines) {
  BOOST_TEST(HeatMap({}, 5, 5, Terminal{}).empty());
  BOOST_TEST(HeatMap({{0, 0}}, 5, 5, Terminal{}).front() == "  ");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::cli
