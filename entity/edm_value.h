#pragma once
// The eight types of the data model (spec 6.2) as a closed variant: adding one breaks every visitor
// until it handles it.

#include "base/date_time.h"
#include "base/guid.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace rowhouse {

struct Binary {
  std::vector<std::uint8_t> bytes;

  auto operator<=>(const Binary&) const = default;

  // Standard base64 with padding; white space between digits is skipped. No value for any other
  // text.
  static std::optional<Binary> ParseBase64(std::string_view text);
  // An even number of hex digits of any case.
  static std::optional<Binary> ParseHex(std::string_view text);
  std::string ToBase64() const;
};

using EdmValue =
    std::variant<std::string, bool, std::int32_t, std::int64_t, double, DateTime, Guid, Binary>;

enum class EdmType : std::uint8_t {
  kString,
  kBoolean,
  kInt32,
  kInt64,
  kDouble,
  kDateTime,
  kGuid,
  kBinary
};

EdmType TypeOf(const EdmValue& value);
std::string_view ToString(EdmType type);  // "Edm.String", ...
std::optional<EdmType> ParseEdmType(std::string_view text);

// The shortest round-trip text, as the service prints it: "5.0", "-0.0", "1E+15", "1.5E-05", "NaN",
// "Infinity", "-Infinity" (spec 4.4). The last three are printed without quotes here.
std::string FormatDouble(double value);
// Accepts what .NET parses as a double, including "NaN", "Infinity" and "-Infinity". No value on
// overflow and for any other text.
std::optional<double> ParseDouble(std::string_view text);

struct Property {
  std::string name;
  EdmValue value;
};

}  // namespace rowhouse
