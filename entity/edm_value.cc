#include "entity/edm_value.h"

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

// Appends the bytes that `text` spells as pairs of hex digits. False for other text.
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

namespace {

constexpr std::string_view kBase64Digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// The value of each base64 digit; kNotBase64 for other bytes.
constexpr std::uint8_t kNotBase64 = 0xFF;
constexpr std::array<std::uint8_t, 256> kBase64Values = [] {
  std::array<std::uint8_t, 256> values{};
  values.fill(kNotBase64);
  for (std::size_t index = 0; index < kBase64Digits.size(); ++index) {
    values[static_cast<unsigned char>(kBase64Digits[index])] = static_cast<std::uint8_t>(index);
  }
  return values;
}();

bool IsBase64Space(char byte) {
  return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

}  // namespace

std::optional<Binary> Binary::ParseBase64(std::string_view text) {
  Binary binary;
  binary.bytes.reserve(text.size() / 4 * 3);
  std::uint32_t group = 0;
  int digits = 0;   // of the group that is being read
  int padding = 0;  // '=' signs at its end
  bool ended = false;
  for (const char byte : text) {
    if (IsBase64Space(byte)) continue;
    if (ended) return std::nullopt;
    const std::uint8_t value = kBase64Values[static_cast<unsigned char>(byte)];
    if (byte == '=') {
      if (digits < 2) return std::nullopt;
      ++padding;
    } else if (value == kNotBase64 || padding > 0) {
      return std::nullopt;
    }
    group = (group << 6U) | (byte == '=' ? 0U : value);
    if (++digits < 4) continue;
    for (int index = 0; index < 3 - padding; ++index) {
      binary.bytes.push_back(static_cast<std::uint8_t>(group >> (16U - 8U * unsigned(index))));
    }
    ended = padding > 0;
    group = 0;
    digits = 0;
  }
  if (digits != 0) return std::nullopt;
  return binary;
}

std::string Binary::ToBase64() const {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  const auto append = [&text](std::uint32_t group, std::size_t digits) {
    for (std::size_t index = 0; index < 4; ++index) {
      text.push_back(index < digits ? kBase64Digits[(group >> (18U - 6U * index)) & 0x3FU] : '=');
    }
  };
  std::size_t position = 0;
  for (; position + 3 <= bytes.size(); position += 3) {
    append(static_cast<std::uint32_t>(bytes[position] << 16U | bytes[position + 1] << 8U |
                                      bytes[position + 2]),
           4);
  }
  if (bytes.size() - position == 1) append(static_cast<std::uint32_t>(bytes[position] << 16U), 2);
  if (bytes.size() - position == 2) {
    append(static_cast<std::uint32_t>(bytes[position] << 16U | bytes[position + 1] << 8U), 3);
  }
  return text;
}

}  // namespace rowhouse
