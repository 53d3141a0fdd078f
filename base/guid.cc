#include "base/guid.h"

#include "base/ascii.h"
#include "base/random.h"

namespace rowhouse {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";
constexpr std::size_t kDashedSize = 36;

bool IsDashPosition(std::size_t index) {
  return index == 8 || index == 13 || index == 18 || index == 23;
}

// Returns the digits of a dashed GUID. No value if a dash is missing.
std::optional<std::string> WithoutDashes(std::string_view text) {
  std::string digits;
  for (std::size_t index = 0; index < text.size(); ++index) {
    if (!IsDashPosition(index)) {
      digits.push_back(text[index]);
    } else if (text[index] != '-') {
      return std::nullopt;
    }
  }
  return digits;
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
  const auto digits = text.size() == kDashedSize ? WithoutDashes(text) : std::string(text);
  Guid guid;
  if (!digits || digits->size() != 2 * guid.bytes.size()) return std::nullopt;
  for (std::size_t i = 0; i < guid.bytes.size(); ++i) {
    const int high = HexDigit((*digits)[2 * i]);
    const int low = HexDigit((*digits)[2 * i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    guid.bytes.at(i) = static_cast<std::uint8_t>(high * 16 + low);
  }
  return guid;
}

std::string Guid::ToString() const {
  std::string text;
  text.reserve(kDashedSize);
  for (const std::uint8_t byte : bytes) {
    if (IsDashPosition(text.size())) text.push_back('-');
    text.push_back(kDigits[byte >> 4U]);
    text.push_back(kDigits[byte & 0x0FU]);
  }
  return text;
}

std::string NewGuid() { return Guid::New().ToString(); }

}  // namespace rowhouse
