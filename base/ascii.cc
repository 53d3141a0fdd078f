#include "base/ascii.h"

#include <algorithm>

namespace rowhouse {

namespace {

// Not by find_first_not_of(), which calls memchr() for each character.
template <class IsSpace>
std::string_view Trim(std::string_view text, IsSpace is_space) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

char AsciiLowerByte(char byte) {
  return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
}

}  // namespace

std::string_view TrimSpaces(std::string_view text) {
  return Trim(text, [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); });
}

std::string_view TrimBlanks(std::string_view text) {
  return Trim(text, [](char c) { return c == ' ' || c == '\t'; });
}

std::size_t SkipDigits(std::string_view text, std::size_t position) {
  while (position < text.size() && text[position] >= '0' && text[position] <= '9') ++position;
  return std::min(position, text.size());
}

std::string AsciiLower(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), AsciiLowerByte);
  return lower;
}

bool EqualsIgnoringAsciiCase(std::string_view left, std::string_view right) {
  if (left.size() != right.size()) return false;
  for (std::size_t index = 0; index < left.size(); ++index) {
    // Most equal texts also agree in case.
    if (left[index] != right[index] &&
        AsciiLowerByte(left[index]) != AsciiLowerByte(right[index])) {
      return false;
    }
  }
  return true;
}

}  // namespace rowhouse
