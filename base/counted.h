#pragma once
// Numbers of things in messages.

#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace rowhouse {

// Returns "1 row", "2 rows". REQUIRES: the plural of `noun` only adds an s
inline std::string Counted(std::uint64_t number, std::string_view noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

}  // namespace rowhouse
