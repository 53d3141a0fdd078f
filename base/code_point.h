#pragma once
// Code points in UTF-8 text and their UTF-16 units, for unicode.cc and the JSON writer.

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace rowhouse {

inline constexpr std::uint32_t kSupplementaryMin = 0x10000;
inline constexpr std::uint32_t kHighSurrogateMin = 0xD800;
inline constexpr std::uint32_t kLowSurrogateMin = 0xDC00;

// Returns the code point at `position` and moves `position` past it. For a byte that begins no code
// point, returns U+FFFD and moves `position` by one, so that hostile text in an error message does
// no harm. REQUIRES: position < text.size()
std::uint32_t DecodeCodePoint(std::string_view text, std::size_t& position);

// Encodes surrogates like other code points, as needed for CESU-8.
void AppendCodePoint(std::string& out, std::uint32_t code_point);

// Return the two units of a code point. REQUIRES: code_point >= kSupplementaryMin
inline std::uint32_t HighSurrogate(std::uint32_t code_point) {
  assert(code_point >= kSupplementaryMin);
  return kHighSurrogateMin + ((code_point - kSupplementaryMin) >> 10U);
}
inline std::uint32_t LowSurrogate(std::uint32_t code_point) {
  assert(code_point >= kSupplementaryMin);
  return kLowSurrogateMin + ((code_point - kSupplementaryMin) & 0x3FFU);
}
inline std::uint32_t JoinSurrogates(std::uint32_t high, std::uint32_t low) {
  return kSupplementaryMin + ((high - kHighSurrogateMin) << 10U) + (low - kLowSurrogateMin);
}

}  // namespace rowhouse
