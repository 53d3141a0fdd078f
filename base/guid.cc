#include "base/guid.h"

#include "base/ascii.h"
#include "base/hex_digits.h"
#include "base/random.h"

namespace rowhouse {
namespace {

constexpr std::size_t kDashedSize = 36;

bool IsDashPosition(std::size_t index) {
  return index == 8 || index == 13 || index == 18 || index == 23;
}

}  // namespace

Guid Guid::New() {
  const std::array<std::uint64_t, 2> halves{RandomBits(), RandomBits()};
  Guid guid;
  for (std::size_t i = 0; i < guid.bytes.size(); ++i) {
    guid.bytes.at(i) = static_cast<std::uint8_t>(halves.at(i / 8) >> (8 * (i % 8)));
  }
  guid.bytes[6] = static_cast<std::uint8_t>((guid.bytes[6] & 0x0FU) | 0x40U);  // version 4
  guid.bytes[8] = static_cast<std::uint8_t>((guid.bytes[8] & 0x3FU) | 0x80U);  // variant 1
  return guid;
}

std::optional<Guid> Guid::Parse(std::string_view text) {
  const bool enclosed = text.size() == kDashedSize + 2 && ((text[0] == '{' && text.back() == '}') ||
                                                           (text[0] == '(' && text.back() == ')'));
  if (enclosed) text = text.substr(1, kDashedSize);
  const bool dashed = text.size() == kDashedSize;
  Guid guid;
  if (!dashed && text.size() != 2 * guid.bytes.size()) return std::nullopt;
  std::size_t position = 0;
  for (std::uint8_t& byte : guid.bytes) {
    if (dashed && IsDashPosition(position) && text[position++] != '-') return std::nullopt;
    const int high = HexDigit(text[position]);
    const int low = HexDigit(text[position + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    byte = static_cast<std::uint8_t>(high * 16 + low);
    position += 2;
  }
  return guid;
}

std::string Guid::ToString() const {
  std::string text(kDashedSize, '-');
  std::size_t position = 0;
  for (const std::uint8_t byte : bytes) {
    if (IsDashPosition(position)) ++position;
    text[position++] = kHexDigits[byte >> 4U];
    text[position++] = kHexDigits[byte & 0x0FU];
  }
  return text;
}

std::string NewGuid() { return Guid::New().ToString(); }

}  // namespace rowhouse
