#pragma once
// GUIDs: values of Edm.Guid, request ids, boundaries of batches.

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rowhouse {

// The bytes have the order of the dashed text, so that comparing bytes compares the text.
struct Guid {
  std::array<std::uint8_t, 16> bytes{};

  auto operator<=>(const Guid&) const = default;

  // Returns a random GUID (version 4). Unique, not secret.
  static Guid New();
  // Parses a dashed GUID, 32 digits, or a dashed GUID in braces or parentheses, with hex digits in
  // any case (spec 6.4). No value for other text.
  static std::optional<Guid> Parse(std::string_view text);
  std::string ToString() const;  // dashed, lower case
};

// Returns the text of a random GUID.
std::string NewGuid();

}  // namespace rowhouse
