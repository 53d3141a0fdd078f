#include "base/percent.h"

#include "base/ascii.h"
#include "base/unicode.h"

#include <algorithm>

namespace rowhouse {

namespace {

constexpr std::string_view kUpperHexDigits = "0123456789ABCDEF";

bool IsUnreserved(char byte) {
  return (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= 'a' && byte <= 'z') || byte == '-' || byte == '.' || byte == '_' || byte == '~';
}

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
  for (const char byte : text) {
    if (IsUnreserved(byte) || keep.find(byte) != std::string_view::npos) {
      encoded.push_back(byte);
      continue;
    }
    const auto value = static_cast<unsigned char>(byte);
    encoded += {'%', kUpperHexDigits[value >> 4U], kUpperHexDigits[value & 0x0FU]};
  }
  return encoded;
}

}  // namespace rowhouse
