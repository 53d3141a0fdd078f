#include "cli/terminal/numbers.h"

#include <array>
#include <fmt/format.h>
#include <string_view>

namespace rowhouse::cli {

std::string ShortNumber(double number) {
  constexpr std::array<std::string_view, 4> units = {"", "k", "M", "G"};
  std::size_t unit = 0;
  while (number >= 999.95 && unit + 1 < units.size()) {
    number /= 1000;
    ++unit;
  }
  if (unit == 0 && (number == 0 || number >= 10)) return fmt::format("{:.0f}", number);
  return fmt::format("{:.1f}{}", number, units[unit]);
}

std::string BytesText(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 5> units = {"B", "KiB", "MiB", "GiB", "TiB"};
  auto number = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (number >= 1023.95 && unit + 1 < units.size()) {
    number /= 1024;
    ++unit;
  }
  return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.1f} {}", number, units[unit]);
}

std::string DurationText(std::chrono::seconds duration) {
  const auto seconds = duration.count();
  if (seconds < 60) return fmt::format("{} s", seconds);
  if (seconds < 3600) return fmt::format("{} min {:02} s", seconds / 60, seconds % 60);
  return fmt::format("{} h {:02} min", seconds / 3600, seconds / 60 % 60);
}

std::string PercentText(double fraction) {
  const double percent = fraction * 100;
  return percent > 0 && percent < 1 ? fmt::format("{:.1f} %", percent)
                                    : fmt::format("{:.0f} %", percent);
}

}  // namespace rowhouse::cli
