#pragma once
// JSON strings in the one spelling that we write (spec 4.4): ASCII only, short escapes where JSON
// has them, else lower-case \uxxxx, one a UTF-16 unit.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace rowhouse {

// Appends `text` escaped, without quotes. Bytes that are not UTF-8 become \ufffd.
void AppendEscaped(std::string& out, std::string_view text);

// The text that `escaped` stands for. REQUIRES: AppendEscaped() made it
std::string Unescape(std::string_view escaped);

// The UTF-16 units that `escaped` stands for, without decoding it. REQUIRES: as Unescape()
std::size_t EscapedUnits(std::string_view escaped);

// The unit that begins at `position`, which is moved past it. REQUIRES: as Unescape(), and
// position < escaped.size()
std::uint32_t NextEscapedUnit(std::string_view escaped, std::size_t& position);

// The text between the quotes of a string token; empty if there is no room for two quotes.
inline std::string_view WithoutQuotes(std::string_view token) {
  return token.size() < 2 ? std::string_view() : token.substr(1, token.size() - 2);
}

// The closing quote of a JSON string whose first character after the opening quote is `first`;
// null when there is none before `last`.
const char* FindClosingQuote(const char* first, const char* last);

}  // namespace rowhouse
