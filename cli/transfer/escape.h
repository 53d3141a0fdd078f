#pragma once
// Any text as one word of a line: percent-encoded but for letters, digits and "-._~/:".

#include <string>
#include <string_view>

namespace rowhouse::cli {

std::string Escape(std::string_view text);
// The text that Escape() was given; a damaged escape stays as it is.
std::string Unescape(std::string_view text);

}  // namespace rowhouse::cli
