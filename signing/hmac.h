#pragma once
// HMAC-SHA256 by OpenSSL, whose headers are included by the .cc file only.

#include <array>
#include <string_view>

namespace rowhouse {

using Sha256Code = std::array<unsigned char, 32>;

// HMAC-SHA256(key, text). `key` may be empty. A failure inside OpenSSL aborts; no input causes one.
Sha256Code HmacSha256(std::string_view key, std::string_view text);

// Compares in a time that depends only on the lengths.
bool EqualsInConstantTime(std::string_view left, std::string_view right);

}  // namespace rowhouse
