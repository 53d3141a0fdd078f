#pragma once
// Bars and heat maps made of characters.

#include "cli/terminal/terminal.h"

#include <cstddef>
#include <string>
#include <vector>

namespace rowhouse::cli {

// A bar `width` columns wide, filled to `fraction` (0..1) in steps of an eighth of a column.
std::string Bar(double fraction, std::size_t width, bool unicode);

// One cell of a heat map: `heat` 0..1, shown by colour where there is one, else by density.
std::string HeatCell(double heat, const Terminal& terminal);

// Lines of a grid [row][column] of counts; the hottest cell is 1. Rows are summed up to at most
// `rows_max` lines, columns to at most `columns_max`.
std::vector<std::string> HeatMap(const std::vector<std::vector<double>>& grid, std::size_t rows_max,
                                 std::size_t columns_max, const Terminal& terminal);

}  // namespace rowhouse::cli
