#pragma once
// Base64 with the standard alphabet and padding (RFC 4648 4).

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

// Decodes `text`. Skips spaces, tabs and line breaks anywhere, as .NET does. No value for other
// characters and for missing or misplaced padding.
std::optional<std::vector<std::uint8_t>> DecodeBase64(std::string_view text);

std::string EncodeBase64(std::span<const std::uint8_t> bytes);

}  // namespace rowhouse
