#include "base/json_string.h"

#include "base/ascii.h"
#include "base/code_point.h"
#include "base/hex_digits.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>

namespace rowhouse {

namespace {

constexpr std::size_t kUnicodeEscapeSize = 6;  // \uxxxx

bool IsPlain(char byte) {
  return byte >= 0x20 && byte != '"' && byte != '\\';  // char is signed: 0x80 and up are negative
}
static_assert(std::endian::native == std::endian::little,
              "FindQuote() counts bytes from the lowest");
static_assert(static_cast<char>(0x80) < 0, "IsPlain() relies on a signed char");

// Sixteen characters at once: vectors of this type are known to g++ and clang on every processor.
using CharBlock __attribute__((vector_size(16))) = signed char;

// Returns true if one of the characters at `text` needs an escape.
bool HasEscapes(const char* text) {
  CharBlock block;
  std::memcpy(&block, text, sizeof block);
  const CharBlock escapes = (block < 0x20) | (block == '"') | (block == '\\');
  std::array<std::uint64_t, 2> halves;
  std::memcpy(halves.data(), &escapes, sizeof halves);
  return (halves[0] | halves[1]) != 0;
}

// Returns the position of the first character from `position` on that needs an escape.
std::size_t EndOfPlain(std::string_view text, std::size_t position) {
  while (text.size() - position >= sizeof(CharBlock) && !HasEscapes(text.data() + position)) {
    position += sizeof(CharBlock);
  }
  while (position < text.size() && IsPlain(text[position])) ++position;
  return position;
}

// Returns the first quote, or null. Names and most values are shorter than what a call of memchr()
// is worth.
const char* FindQuote(const char* position, const char* last) {
  constexpr auto block_size = static_cast<std::ptrdiff_t>(sizeof(CharBlock));
  for (int blocks = 0; blocks < 2 && last - position >= block_size; ++blocks) {
    CharBlock block;
    std::memcpy(&block, position, sizeof block);
    const CharBlock quotes = block == '"';
    std::array<std::uint64_t, 2> halves;
    std::memcpy(halves.data(), &quotes, sizeof halves);
    if (halves[0] != 0) return position + std::countr_zero(halves[0]) / 8;
    if (halves[1] != 0) return position + 8 + std::countr_zero(halves[1]) / 8;
    position += block_size;
  }
  return static_cast<const char*>(
      std::memchr(position, '"', static_cast<std::size_t>(last - position)));
}

void AppendUnicodeEscape(std::string& out, std::uint32_t unit) {
  out += {'\\',
          'u',
          kHexDigits[unit >> 12U & 0xFU],
          kHexDigits[unit >> 8U & 0xFU],
          kHexDigits[unit >> 4U & 0xFU],
          kHexDigits[unit & 0xFU]};
}

// Returns the letter of the short escape of a character, or 0.
char ShortEscape(std::uint32_t code_point) {
  switch (code_point) {
    case '"':
      return '"';
    case '\\':
      return '\\';
    case '\b':
      return 'b';
    case '\f':
      return 'f';
    case '\n':
      return 'n';
    case '\r':
      return 'r';
    case '\t':
      return 't';
    default:
      return 0;
  }
}

std::uint32_t ShortEscapeValue(char letter) {
  switch (letter) {
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return static_cast<unsigned char>(letter);
  }
}

void AppendEscapedCodePoint(std::string& out, std::uint32_t code_point) {
  if (const char letter = ShortEscape(code_point); letter != 0) {
    out += {'\\', letter};
  } else if (code_point < kSupplementaryMin) {
    AppendUnicodeEscape(out, code_point);
  } else {
    AppendUnicodeEscape(out, HighSurrogate(code_point));
    AppendUnicodeEscape(out, LowSurrogate(code_point));
  }
}

// Neither a control character nor something that ends a line in JavaScript or hides in a text.
bool IsSafeToShow(std::uint32_t code_point) {
  constexpr std::uint32_t first = 0xA0;
  struct Range {
    std::uint32_t first;
    std::uint32_t last;
  };
  constexpr Range unsafe[] = {
      {0xAD, 0xAD},      // the soft hyphen
      {0x61C, 0x61C},    // a direction mark of Arabic
      {0x200B, 0x200F},  // zero width; direction marks
      {0x2028, 0x202E},  // separators of lines; directions
      {0x2060, 0x2069},  // invisible joiners and operators; isolated directions
      {0xFEFF, 0xFEFF},  // the byte order mark
  };
  return code_point >= first && std::ranges::none_of(unsafe, [code_point](const Range& range) {
           return code_point >= range.first && code_point <= range.last;
         });
}

bool IsHighSurrogate(std::uint32_t unit) {
  return unit >= kHighSurrogateMin && unit < kLowSurrogateMin;
}

}  // namespace

void AppendEscaped(std::string& out, std::string_view text) {
  for (std::size_t position = 0; position < text.size();) {
    const std::size_t end = EndOfPlain(text, position);
    out.append(text, position, end - position);
    position = end;
    if (position < text.size()) AppendEscapedCodePoint(out, DecodeCodePoint(text, position));
  }
}

std::uint32_t NextEscapedUnit(std::string_view escaped, std::size_t& position) {
  assert(position < escaped.size());
  const std::size_t left = escaped.size() - position;
  if (escaped[position] != '\\' || left < 2) {
    return static_cast<unsigned char>(escaped[position++]);
  }
  if (escaped[position + 1] != 'u' || left < kUnicodeEscapeSize) {
    const std::uint32_t value = ShortEscapeValue(escaped[position + 1]);
    position += 2;
    return value;
  }
  std::uint32_t unit = 0;
  for (std::size_t index = 2; index < kUnicodeEscapeSize; ++index) {
    unit = unit << 4U | (static_cast<std::uint32_t>(HexDigit(escaped[position + index])) & 0xFU);
  }
  position += kUnicodeEscapeSize;
  return unit;
}

std::string Unescape(std::string_view escaped) {
  std::string text;
  text.reserve(escaped.size());
  for (std::size_t position = 0; position < escaped.size();) {
    const std::size_t end = std::min(escaped.find('\\', position), escaped.size());
    text.append(escaped, position, end - position);
    position = end;
    if (position == escaped.size()) break;
    std::uint32_t code_point = NextEscapedUnit(escaped, position);
    if (IsHighSurrogate(code_point) && position < escaped.size()) {
      code_point = JoinSurrogates(code_point, NextEscapedUnit(escaped, position));
    }
    AppendCodePoint(text, code_point);
  }
  return text;
}

void WriteOutEscapes(std::string& json, std::size_t begin) {
  if (json.find("\\u", begin) == std::string::npos) return;
  const std::string text = json.substr(begin);
  json.resize(begin);
  for (std::size_t position = 0; position < text.size();) {
    const std::size_t end = std::min(text.find('\\', position), text.size());
    json.append(text, position, end - position);
    position = end;
    if (position == text.size()) return;
    std::uint32_t code_point = NextEscapedUnit(text, position);
    if (text[end + 1] == 'u' && IsHighSurrogate(code_point) && position < text.size()) {
      code_point = JoinSurrogates(code_point, NextEscapedUnit(text, position));
    }
    if (text[end + 1] == 'u' && IsSafeToShow(code_point)) {
      AppendCodePoint(json, code_point);
    } else {
      json.append(text, end, position - end);
    }
  }
}

std::size_t EscapedUnits(std::string_view escaped) {
  std::size_t units = escaped.size();
  std::size_t position = escaped.find('\\');
  while (position != std::string_view::npos && position + 1 < escaped.size()) {
    const std::size_t length = escaped[position + 1] == 'u' ? kUnicodeEscapeSize : 2;
    units -= length - 1;
    position = escaped.find('\\', position + length);
  }
  return units;
}

const char* FindClosingQuote(const char* first, const char* last) {
  for (const char* position = first; position < last; ++position) {
    position = FindQuote(position, last);
    if (position == nullptr) return nullptr;
    const char* slash = position;
    while (slash > first && slash[-1] == '\\') --slash;
    if ((position - slash) % 2 == 0) return position;
  }
  return nullptr;
}

}  // namespace rowhouse
