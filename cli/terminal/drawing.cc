#include "cli/terminal/drawing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <string_view>

namespace rowhouse::cli {
namespace {

constexpr std::array<std::string_view, 8> kEighths = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
constexpr std::array<std::string_view, 5> kShades = {" ", "░", "▒", "▓", "█"};
constexpr std::array<std::string_view, 5> kAsciiShades = {" ", ".", "+", "*", "#"};
// From the 256-colour cube, dark blue over magenta and red to yellow.
constexpr std::array<int, 8> kHeatColours = {17, 54, 90, 126, 161, 196, 208, 226};

double Clamp(double fraction) { return std::isnan(fraction) ? 0 : std::clamp(fraction, 0.0, 1.0); }

// `grid` with neighbouring rows and columns summed up to fit.
std::vector<std::vector<double>> Shrink(const std::vector<std::vector<double>>& grid,
                                        std::size_t rows_max, std::size_t columns_max) {
  std::size_t columns = 0;
  for (const auto& row : grid) columns = std::max(columns, row.size());
  const std::size_t rows_kept = std::min(grid.size(), rows_max);
  const std::size_t columns_kept = std::min(columns, columns_max);
  std::vector<std::vector<double>> result(rows_kept, std::vector<double>(columns_kept, 0));
  for (std::size_t row = 0; row < grid.size(); ++row) {
    for (std::size_t column = 0; column < grid[row].size(); ++column) {
      result[row * rows_kept / grid.size()][column * columns_kept / columns] += grid[row][column];
    }
  }
  return result;
}

}  // namespace

std::string Bar(double fraction, std::size_t width, bool unicode) {
  const auto eighths =
      static_cast<std::size_t>(std::lround(Clamp(fraction) * static_cast<double>(width) * 8));
  std::string bar;
  for (std::size_t column = 0; column < width; ++column) {
    const std::size_t here = std::min<std::size_t>(8, eighths - std::min(eighths, column * 8));
    if (!unicode) {
      bar += here >= 4 ? "#" : ".";
    } else if (here == 8) {
      bar += "█";
    } else {
      bar += here == 0 ? " " : kEighths[here];
    }
  }
  return bar;
}

std::string HeatCell(double heat, const Terminal& terminal) {
  heat = Clamp(heat);
  const auto step = [heat](std::size_t steps) {
    if (heat <= 0) return std::size_t{0};
    return std::min(steps - 1, 1 + static_cast<std::size_t>(heat * static_cast<double>(steps - 1)));
  };
  if (!terminal.colours) {
    const auto& shades = terminal.unicode ? kShades : kAsciiShades;
    return std::string(shades[step(shades.size())]);
  }
  if (heat <= 0) return " ";
  return fmt::format("\x1b[48;5;{}m \x1b[0m", kHeatColours[step(kHeatColours.size())]);
}

std::vector<std::string> HeatMap(const std::vector<std::vector<double>>& grid, std::size_t rows_max,
                                 std::size_t columns_max, const Terminal& terminal) {
  const auto cells = Shrink(grid, rows_max, columns_max);
  double hottest = 0;
  for (const auto& row : cells) {
    for (const double cell : row) hottest = std::max(hottest, cell);
  }
  std::vector<std::string> lines;
  for (const auto& row : cells) {
    std::string& line = lines.emplace_back();
    for (const double cell : row) line += HeatCell(hottest > 0 ? cell / hottest : 0, terminal);
  }
  return lines;
}

}  // namespace rowhouse::cli
