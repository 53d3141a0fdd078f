#pragma once
// Code points in UTF-8 text and the UTF-16 units that they stand for: what unicode.cc and the JSON
// writer share.

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace rowhouse {

inline constexpr std::uint32_t kSupplementaryMin = 0x10000;
inline constexpr std::uint32_t kHighSurrogateMin = 0xD800;
inline constexpr std::uint32_t kLowSurrogateMin = 0xDC00;

// The code point that begins at `position`, which is moved past it. A byte that begins none is
// U+FFFD and moves the position by one, so that hostile text in an error message does no harm.
// REQUIRES: position < text.size()
std::uint32_t DecodeCodePoint(std::string_view text, std::size_t& position);

// Surrogates are encoded like other code points, which is how CESU-8 uses them.
void AppendCodePoint(std::string& out, std::uint32_t code_point);

// The two units of a code point. REQUIRES: code_point >= kSupplementaryMin
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
