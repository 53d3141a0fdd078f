#include "base/base64.h"

#include <array>

namespace rowhouse {

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

std::optional<std::vector<std::uint8_t>> DecodeBase64(std::string_view text) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(text.size() / 4 * 3);
  std::uint32_t group = 0;
  int digits = 0;   // of the current group
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
      bytes.push_back(static_cast<std::uint8_t>(group >> (16U - 8U * unsigned(index))));
    }
    ended = padding > 0;
    group = 0;
    digits = 0;
  }
  if (digits != 0) return std::nullopt;
  return bytes;
}

std::string EncodeBase64(std::span<const std::uint8_t> bytes) {
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
