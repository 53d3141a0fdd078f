#pragma once
// Hexadecimal digits in lower case, as Guids and JSON escapes are written with.

#include <string_view>

namespace rowhouse {

inline constexpr std::string_view kHexDigits = "0123456789abcdef";

}  // namespace rowhouse
