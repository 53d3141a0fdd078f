#include "entity/edm_value.h"

#include "base/ascii.h"
#include "base/base64.h"
#include "base/code_point.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace rowhouse {

namespace {

constexpr std::array<std::string_view, 8> kTypeNames{"Edm.String", "Edm.Boolean", "Edm.Int32",
                                                     "Edm.Int64",  "Edm.Double",  "Edm.DateTime",
                                                     "Edm.Guid",   "Edm.Binary"};
static_assert(kTypeNames.size() == std::variant_size_v<EdmValue>);

constexpr std::string_view kDigits = "0123456789abcdef";

// Appends the bytes that `text` encodes as pairs of hex digits. False for any other text.
template <class Append>
bool DecodeHex(std::string_view text, Append append) {
  if (text.size() % 2 != 0) return false;
  for (std::size_t index = 0; index < text.size(); index += 2) {
    const int high = HexDigit(text[index]);
    const int low = HexDigit(text[index + 1]);
    if (high < 0 || low < 0) return false;
    append(static_cast<std::uint8_t>(high * 16 + low));
  }
  return true;
}

constexpr std::size_t kDashedSize = 36;  // of a Guid

bool IsDashPosition(std::size_t index) {
  return index == 8 || index == 13 || index == 18 || index == 23;
}

}  // namespace

EdmType TypeOf(const EdmValue& value) { return static_cast<EdmType>(value.index()); }

std::string_view ToString(EdmType type) { return kTypeNames[static_cast<std::size_t>(type)]; }

std::optional<EdmType> ParseEdmType(std::string_view text) {
  for (std::size_t index = 0; index < kTypeNames.size(); ++index) {
    if (kTypeNames[index] == text) return static_cast<EdmType>(index);
  }
  return std::nullopt;
}

std::optional<Guid> Guid::Parse(std::string_view text) {
  const bool enclosed = text.size() == kDashedSize + 2 && ((text[0] == '{' && text.back() == '}') ||
                                                           (text[0] == '(' && text.back() == ')'));
  if (enclosed) text = text.substr(1, kDashedSize);

  std::string digits;
  if (text.size() == kDashedSize) {
    for (std::size_t index = 0; index < text.size(); ++index) {
      if (!IsDashPosition(index)) {
        digits.push_back(text[index]);
      } else if (text[index] != '-') {
        return std::nullopt;
      }
    }
  } else {
    digits = text;
  }
  Guid guid;
  if (digits.size() != 2 * guid.bytes.size()) return std::nullopt;
  auto next = guid.bytes.begin();
  if (!DecodeHex(digits, [&next](std::uint8_t byte) { *next++ = byte; })) return std::nullopt;
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

std::optional<Binary> Binary::ParseHex(std::string_view text) {
  Binary binary;
  binary.bytes.reserve(text.size() / 2);
  const auto append = [&binary](std::uint8_t byte) { binary.bytes.push_back(byte); };
  if (!DecodeHex(text, append)) return std::nullopt;
  return binary;
}

std::optional<Binary> Binary::ParseBase64(std::string_view text) {
  auto bytes = DecodeBase64(text);
  if (!bytes) return std::nullopt;
  return Binary{*std::move(bytes)};
}

std::string Binary::ToBase64() const { return EncodeBase64(bytes); }

}  // namespace rowhouse
