#pragma once
// UTF-8 text as the service treats it: the service counts and orders by UTF-16 code units (.NET
// ordinal comparison, spec 6.1), while we store UTF-8. All functions are pure and take any bytes
// unless a REQUIRES says otherwise.

#include <compare>
#include <cstddef>
#include <string>
#include <string_view>

namespace rowhouse {

// U+FEFF, with which some programs begin a text.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Returns true if `text` is well-formed UTF-8 without surrogates.
bool IsValidUtf8(std::string_view text);

// Returns the number of UTF-16 units of `text`. REQUIRES: IsValidUtf8(text)
std::size_t Utf16Length(std::string_view text);

// Compares two UTF-8 texts by their UTF-16 code units. The order differs from byte order only
// between U+E000..U+FFFF and the supplementary characters. REQUIRES: both are valid UTF-8
std::strong_ordering CompareOrdinal(std::string_view left, std::string_view right);

// Returns the smallest text that is ordered after `text`: `text` followed by a NUL.
std::string OrdinalSuccessor(std::string_view text);

// Convert to and from CESU-8 (Unicode technical report 26), which has supplementary characters as
// two surrogates of three bytes each. Its byte order is UTF-16 order, so the store keeps keys in
// it. Both leave text without such characters unchanged. ToCesu8 REQUIRES valid UTF-8; FromCesu8
// REQUIRES a result of ToCesu8.
std::string ToCesu8(std::string_view utf8);
std::string FromCesu8(std::string_view cesu8);

}  // namespace rowhouse
