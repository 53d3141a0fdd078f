#include "base/percent.h"

#include "base/ascii.h"
#include "base/unicode.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace rowhouse {

namespace {

constexpr std::string_view kUpperHexDigits = "0123456789ABCDEF";

constexpr std::array<bool, 256> kUnreserved = [] {
  std::array<bool, 256> table{};
  for (unsigned byte = '0'; byte <= '9'; ++byte) table[byte] = true;
  for (unsigned byte = 'A'; byte <= 'Z'; ++byte) table[byte] = true;
  for (unsigned byte = 'a'; byte <= 'z'; ++byte) table[byte] = true;
  for (const char byte : std::string_view("-._~")) table[static_cast<unsigned char>(byte)] = true;
  return table;
}();

}  // namespace

std::optional<std::string> PercentDecode(std::string_view text) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t position = 0; position < text.size(); ++position) {
    if (text[position] != '%') {
      decoded.push_back(text[position]);
      continue;
    }
    if (text.size() - position < 3) return std::nullopt;
    const int high = HexDigit(text[position + 1]);
    const int low = HexDigit(text[position + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    decoded.push_back(static_cast<char>(high * 16 + low));
    position += 2;
  }
  return decoded;
}

std::optional<std::string> DecodeQueryText(std::string_view text) {
  std::string blanks(text);
  std::replace(blanks.begin(), blanks.end(), '+', ' ');
  auto decoded = PercentDecode(blanks);
  if (decoded && !IsValidUtf8(*decoded)) decoded.reset();
  return decoded;
}

std::string PercentEncode(std::string_view text, std::string_view keep) {
  std::string encoded;
  encoded.reserve(text.size());
  AppendPercentEncoded(encoded, text, keep);
  return encoded;
}

void AppendPercentEncoded(std::string& out, std::string_view text, std::string_view keep) {
  std::size_t kept = 0;  // the start of what has not been appended
  for (std::size_t position = 0; position < text.size(); ++position) {
    const auto value = static_cast<unsigned char>(text[position]);
    if (kUnreserved[value] || keep.find(text[position]) != std::string_view::npos) continue;
    out.append(text, kept, position - kept);
    out += {'%', kUpperHexDigits[value >> 4U], kUpperHexDigits[value & 0x0FU]};
    kept = position + 1;
  }
  out.append(text, kept);
}

}  // namespace rowhouse
