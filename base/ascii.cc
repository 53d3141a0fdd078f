#include "base/ascii.h"

#include <algorithm>

namespace rowhouse {

namespace {

std::string_view Trim(std::string_view text, std::string_view spaces) {
  text.remove_prefix(std::min(text.find_first_not_of(spaces), text.size()));
  text.remove_suffix(text.size() - (text.find_last_not_of(spaces) + 1));
  return text;
}

char AsciiLowerByte(char byte) {
  return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
}

}  // namespace

std::string_view TrimSpaces(std::string_view text) { return Trim(text, " \t\n\v\f\r"); }

std::string_view TrimBlanks(std::string_view text) { return Trim(text, " \t"); }

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
