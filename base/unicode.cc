#include "base/unicode.h"

#include "base/code_point.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <simdjson.h>

namespace rowhouse {

namespace {

constexpr std::uint32_t kReplacement = 0xFFFD;

bool IsContinuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

// Returns the position of the first byte that differs, or `size`. Compares eight bytes at a time,
// since keys share long prefixes.
std::size_t FirstDifference(const char* left, const char* right, std::size_t size) {
  std::size_t position = 0;
  for (; position + sizeof(std::uint64_t) <= size; position += sizeof(std::uint64_t)) {
    if (std::memcmp(left + position, right + position, sizeof(std::uint64_t)) != 0) break;
  }
  while (position < size && left[position] == right[position]) ++position;
  return position;
}

// Orders the lead bytes of U+E000..U+FFFF (EE, EF) after those of supplementary characters
// (F0..F4), whose first UTF-16 unit is below E000. Other bytes keep their order.
unsigned OrdinalRank(char byte) {
  const auto value = static_cast<unsigned char>(byte);
  return value == 0xEE || value == 0xEF ? value + 0x10U : value;
}

// In CESU-8, a byte ED followed by A0..BF begins half of a supplementary character.
bool IsSurrogateAt(std::string_view cesu8, std::size_t position) {
  return cesu8[position] == '\xED' && position + 5 < cesu8.size() &&
         static_cast<unsigned char>(cesu8[position + 1]) >= 0xA0;
}

std::uint32_t ThreeByteUnit(std::string_view text, std::size_t position) {
  const auto bits = [&](std::size_t index, unsigned mask) {
    return static_cast<unsigned char>(text[position + index]) & mask;
  };
  return (bits(0, 0x0FU) << 12U) | (bits(1, 0x3FU) << 6U) | bits(2, 0x3FU);
}

}  // namespace

std::uint32_t DecodeCodePoint(std::string_view text, std::size_t& position) {
  assert(position < text.size());
  const auto lead = static_cast<unsigned char>(text[position]);
  std::size_t length = 1;
  if (lead >= 0xF0) {
    length = 4;
  } else if (lead >= 0xE0) {
    length = 3;
  } else if (lead >= 0xC0) {
    length = 2;
  }
  const bool whole =
      position + length <= text.size() && lead < 0xF8 &&
      std::all_of(text.begin() + static_cast<std::ptrdiff_t>(position) + 1,
                  text.begin() + static_cast<std::ptrdiff_t>(position + length), IsContinuation);
  if (!whole || (length == 1 && lead >= 0x80)) {
    ++position;
    return kReplacement;
  }
  std::uint32_t code_point = length == 1 ? lead : lead & (0xFFU >> (length + 1));
  for (std::size_t index = 1; index < length; ++index) {
    code_point = (code_point << 6U) | (static_cast<unsigned char>(text[position + index]) & 0x3FU);
  }
  position += length;
  return code_point;
}

void AppendCodePoint(std::string& out, std::uint32_t code_point) {
  const auto append = [&out](std::uint32_t byte) { out.push_back(static_cast<char>(byte)); };
  const auto append_continuation = [&](unsigned shift) {
    append(0x80U | ((code_point >> shift) & 0x3FU));
  };
  if (code_point < 0x80) {
    append(code_point);
  } else if (code_point < 0x800) {
    append(0xC0U | (code_point >> 6U));
    append_continuation(0);
  } else if (code_point < kSupplementaryMin) {
    append(0xE0U | (code_point >> 12U));
    append_continuation(6);
    append_continuation(0);
  } else {
    append(0xF0U | (code_point >> 18U));
    append_continuation(12);
    append_continuation(6);
    append_continuation(0);
  }
}

bool IsValidUtf8(std::string_view text) {
  return simdjson::validate_utf8(text.data(), text.size());
}

std::size_t Utf16Length(std::string_view text) {
  assert(IsValidUtf8(text));
  std::size_t units = 0;
  for (const char byte : text) {
    units += IsContinuation(byte) ? 0U : 1U;
    units += static_cast<unsigned char>(byte) >= 0xF0 ? 1U : 0U;
  }
  return units;
}

std::strong_ordering CompareOrdinal(std::string_view left, std::string_view right) {
  assert(IsValidUtf8(left) && IsValidUtf8(right));
  const std::size_t common = std::min(left.size(), right.size());
  const std::size_t position = FirstDifference(left.data(), right.data(), common);
  if (position == common) return left.size() <=> right.size();
  return OrdinalRank(left[position]) <=> OrdinalRank(right[position]);
}

std::string OrdinalSuccessor(std::string_view text) {
  std::string successor(text);
  successor.push_back('\0');
  return successor;
}

std::string ToCesu8(std::string_view utf8) {
  assert(IsValidUtf8(utf8));
  std::string cesu8;
  cesu8.reserve(utf8.size());
  for (std::size_t position = 0; position < utf8.size();) {
    if (static_cast<unsigned char>(utf8[position]) < 0xF0) {
      cesu8.push_back(utf8[position++]);
      continue;
    }
    const std::uint32_t code_point = DecodeCodePoint(utf8, position);
    AppendCodePoint(cesu8, HighSurrogate(code_point));
    AppendCodePoint(cesu8, LowSurrogate(code_point));
  }
  return cesu8;
}

std::string FromCesu8(std::string_view cesu8) {
  std::string utf8;
  utf8.reserve(cesu8.size());
  for (std::size_t position = 0; position < cesu8.size();) {
    if (!IsSurrogateAt(cesu8, position)) {
      utf8.push_back(cesu8[position++]);
      continue;
    }
    AppendCodePoint(
        utf8, JoinSurrogates(ThreeByteUnit(cesu8, position), ThreeByteUnit(cesu8, position + 3)));
    position += 6;
  }
  return utf8;
}

}  // namespace rowhouse
