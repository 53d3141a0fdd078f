#include "entity/edm_value.h"

#include "base/ascii.h"
#include "base/base64.h"
#include "base/code_point.h"

#include <array>
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

}  // namespace

EdmType TypeOf(const EdmValue& value) { return static_cast<EdmType>(value.index()); }

std::string_view ToString(EdmType type) { return kTypeNames[static_cast<std::size_t>(type)]; }

std::optional<EdmType> ParseEdmType(std::string_view text) {
  for (std::size_t index = 0; index < kTypeNames.size(); ++index) {
    if (kTypeNames[index] == text) return static_cast<EdmType>(index);
  }
  return std::nullopt;
}

std::optional<Binary> Binary::ParseHex(std::string_view text) {
  if (text.size() % 2 != 0) return std::nullopt;
  Binary binary;
  binary.bytes.reserve(text.size() / 2);
  for (std::size_t index = 0; index < text.size(); index += 2) {
    const int high = HexDigit(text[index]);
    const int low = HexDigit(text[index + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    binary.bytes.push_back(static_cast<std::uint8_t>(high * 16 + low));
  }
  return binary;
}

std::optional<Binary> Binary::ParseBase64(std::string_view text) {
  auto bytes = DecodeBase64(text);
  if (!bytes) return std::nullopt;
  return Binary{*std::move(bytes)};
}

std::string Binary::ToBase64() const { return EncodeBase64(bytes); }

}  // namespace rowhouse
