#pragma once
// Sixteen bytes that nobody else has: Edm.Guid, request ids, boundaries of batches.

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rowhouse {

// The bytes are in the order of the dashed text, so that comparing bytes compares the text.
struct Guid {
  std::array<std::uint8_t, 16> bytes{};

  auto operator<=>(const Guid&) const = default;

  // A random one (version 4). Unique, not secret.
  static Guid New();
  // Dashed, 32 digits, or dashed in braces or parentheses; hex digits of any case (spec 6.4). No
  // value for other text.
  static std::optional<Guid> Parse(std::string_view text);
  std::string ToString() const;  // dashed, lower case
};

// The text of a random GUID.
std::string NewGuid();

}  // namespace rowhouse
