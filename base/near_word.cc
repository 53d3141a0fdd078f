#include "base/near_word.h"

#include "base/ascii.h"

#include <algorithm>
#include <cstddef>

namespace rowhouse {
namespace {

constexpr std::size_t kWordMax = 100;  // bytes; nobody mistypes a longer one

// How many letters have to be inserted, left out, changed or exchanged with their neighbour.
std::size_t Slips(std::string_view left, std::string_view right) {
  const std::size_t width = right.size() + 1;
  std::vector<std::size_t> cells((left.size() + 1) * width);
  const auto at = [&](std::size_t row, std::size_t column) -> std::size_t& {
    return cells[row * width + column];
  };
  for (std::size_t row = 0; row <= left.size(); ++row) at(row, 0) = row;
  for (std::size_t column = 0; column < width; ++column) at(0, column) = column;
  for (std::size_t row = 1; row <= left.size(); ++row) {
    for (std::size_t column = 1; column < width; ++column) {
      const std::size_t change = left[row - 1] == right[column - 1] ? 0 : 1;
      std::size_t best = std::min(
          {at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + change});
      const bool exchanged = row > 1 && column > 1 && left[row - 1] == right[column - 2] &&
                             left[row - 2] == right[column - 1];
      if (exchanged) best = std::min(best, at(row - 2, column - 2) + 1);
      at(row, column) = best;
    }
  }
  return cells.back();
}

}  // namespace

std::optional<std::string> NearWord(std::string_view word, const std::vector<std::string>& known) {
  if (word.size() < 2 || word.size() > kWordMax) return std::nullopt;
  const std::string wanted = AsciiLower(word);
  const std::size_t slips_max = wanted.size() <= 4 ? 1 : wanted.size() <= 8 ? 2 : 3;
  std::optional<std::string> nearest;
  std::size_t fewest = slips_max + 1;
  std::vector<const std::string*> longer;
  for (const std::string& one : known) {
    if (one.size() > kWordMax) continue;
    const std::string lower = AsciiLower(one);
    if (lower.starts_with(wanted)) longer.push_back(&one);
    const std::size_t slips = Slips(wanted, lower);
    if (slips >= fewest) continue;
    fewest = slips;
    nearest = one;
  }
  if (!nearest && longer.size() == 1) nearest = *longer.front();
  return nearest;
}

}  // namespace rowhouse
