#pragma once
// ASCII text: letters' case, white space, digits. Bytes outside ASCII are never letters, spaces or
// digits here. All functions are pure and take any bytes.

#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace rowhouse {

// Returns `text` without the white space (space, \t, \n, \v, \f, \r) at both ends.
std::string_view TrimSpaces(std::string_view text);
// Returns `text` without the spaces and tabs at both ends, the white space of an HTTP header (RFC
// 9110 5.6.3).
std::string_view TrimBlanks(std::string_view text);

// Returns the position after the decimal digits at `position`, which may be none.
std::size_t SkipDigits(std::string_view text, std::size_t position);

// Concern only ASCII letters; other bytes are unchanged.
std::string AsciiLower(std::string_view text);
bool EqualsIgnoringAsciiCase(std::string_view left, std::string_view right);

// Returns the value of a hexadecimal digit in any case, or -1.
constexpr int HexDigit(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
  if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
  return -1;
}

// Parses all of `text` as a number like std::from_chars(): without white space and plus sign. No
// value for any other text and for a number that `Number` cannot represent.
template <class Number>
std::optional<Number> ParseNumber(std::string_view text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

// Likewise, but as .NET parses integers: allows white space around the number, and a plus sign.
template <class Integer>
std::optional<Integer> ParseDotNetInteger(std::string_view text) {
  text = TrimSpaces(text);
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  return ParseNumber<Integer>(text);
}

}  // namespace rowhouse
