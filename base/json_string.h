#pragma once
// JSON strings in the only spelling that we write (spec 4.4): ASCII only, with short escapes where
// JSON has them, otherwise with lower-case \uxxxx, one per UTF-16 unit.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace rowhouse {

// Appends `text` escaped, without quotes. Bytes that are not UTF-8 become \ufffd.
void AppendEscaped(std::string& out, std::string_view text);

// Turns the escapes of what AppendEscaped() wrote into the characters themselves, as UTF-8, in all
// strings of the JSON text `json` from `begin` on. Those stay that a terminal or a line reader may
// take for something else: controls and line separators.
void WriteOutEscapes(std::string& json, std::size_t begin);

// Returns the text that `escaped` represents. REQUIRES: `escaped` was written by AppendEscaped()
std::string Unescape(std::string_view escaped);

// Returns the number of UTF-16 units of the text, without decoding it. REQUIRES: as Unescape()
std::size_t EscapedUnits(std::string_view escaped);

// Returns the unit at `position` and moves `position` past it. REQUIRES: as Unescape(), and
// position < escaped.size()
std::uint32_t NextEscapedUnit(std::string_view escaped, std::size_t& position);

// Returns the text between the quotes of a string token, or nothing if it is too short for two
// quotes.
inline std::string_view WithoutQuotes(std::string_view token) {
  return token.size() < 2 ? std::string_view() : token.substr(1, token.size() - 2);
}

// Returns the closing quote of a JSON string whose first character after the opening quote is
// `first`, or null if there is none before `last`.
const char* FindClosingQuote(const char* first, const char* last);

}  // namespace rowhouse
