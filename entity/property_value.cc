#include "entity/property_value.h"

#include "base/ascii.h"
#include "base/code_point.h"
#include "base/unicode.h"
#include "entity/limits.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <string>

namespace rowhouse {

namespace {

using Kind = JsonScalar::Kind;

struct CodePointRange {
  std::uint32_t first;
  std::uint32_t last;
};

// The service accepts C# identifiers, that is, outside ASCII: letters, digits, connectors, marks
// and format characters of the basic plane. A complete table would have 180 ranges and age with
// Unicode. These are the symbols and punctuation that people can type; punctuation of rare scripts
// is accepted, which does no harm. Supplementary characters are rejected: .NET sees two surrogates,
// which are not letters.
constexpr std::array kNotInNames = std::to_array<CodePointRange>({
    {0x80, 0xA9},                  // controls, Latin-1 signs
    {0xAB, 0xAC},                  // but not the letter U+00AA
    {0xAE, 0xB4},                  // but not the soft hyphen, a format character
    {0xB6, 0xB9},                  // but not the letter U+00B5
    {0xBB, 0xBF},                  // but not the letter U+00BA
    {0xD7, 0xD7},                  // multiplication sign
    {0xF7, 0xF7},                  // division sign
    {0x2C2, 0x2C5},                // modifier symbols
    {0x37E, 0x37E},                // Greek question mark
    {0x387, 0x387},                // Greek ano teleia
    {0x55A, 0x55F},                // Armenian punctuation
    {0x5BE, 0x5BE},                // Hebrew hyphen
    {0x60C, 0x60D},                // Arabic commas
    {0x61B, 0x61B},                // Arabic semicolon
    {0x61F, 0x61F},                // Arabic question mark
    {0x964, 0x965},                // Devanagari dandas
    {0xE3F, 0xE3F},                // baht sign
    {0x1680, 0x1680},              // Ogham space
    {0x2000, 0x200A},              // spaces
    {0x2010, 0x2029},              // dashes, quotation marks, separators
    {0x202F, 0x203E},              // general punctuation, but not the connector U+203F
    {0x2041, 0x2053},              //
    {0x2055, 0x205F},              //
    {0x2070, 0x2070},              // superscript zero
    {0x2074, 0x207E},              // superscripts
    {0x2080, 0x208E},              // subscripts
    {0x20A0, 0x20CF},              // currency signs
    {0x2190, 0x2BFF},              // arrows, mathematics, boxes, dingbats
    {0x2E00, 0x2E2E},              // supplemental punctuation
    {0x3000, 0x3004},              // ideographic space and punctuation
    {0x3008, 0x3020},              //
    {0x3030, 0x3030},              // wavy dash
    {0x30A0, 0x30A0},              // katakana hyphen
    {0x30FB, 0x30FB},              // katakana middle dot
    {0x3200, 0x33FF},              // enclosed and squared signs
    {0x4DC0, 0x4DFF},              // hexagrams
    {0xD800, 0xF8FF},              // surrogates, private use
    {0xFE10, 0xFE19},              // vertical forms
    {0xFE50, 0xFE6B},              // small forms
    {0xFF01, 0xFF0F},              // full-width punctuation
    {0xFF1A, 0xFF20},              //
    {0xFF3B, 0xFF3E},              //
    {0xFF40, 0xFF40},              //
    {0xFF5B, 0xFF65},              //
    {0xFFE0, 0xFFEE},              //
    {0xFFFC, 0xFFFF},              // replacement character, non-characters
    {kSupplementaryMin, 0x10FFFF}  //
});
static_assert(std::is_sorted(kNotInNames.begin(), kNotInNames.end(),
                             [](const CodePointRange& left, const CodePointRange& right) {
                               return left.last < right.first;
                             }));

bool IsAsciiDigit(std::uint32_t point) { return point >= '0' && point <= '9'; }

bool IsNameCharacter(std::uint32_t point) {
  if (point < 0x80) {
    const std::uint32_t lower = point | 0x20U;
    return (lower >= 'a' && lower <= 'z') || IsAsciiDigit(point) || point == '_';
  }
  const auto range = std::lower_bound(
      kNotInNames.begin(), kNotInNames.end(), point,
      [](const CodePointRange& candidate, std::uint32_t value) { return candidate.last < value; });
  return range == kNotInNames.end() || point < range->first;
}

bool IsIdentifier(std::string_view name) {
  if (name.empty() || IsAsciiDigit(static_cast<unsigned char>(name.front()))) return false;
  for (std::size_t position = 0; position < name.size();) {
    const auto byte = static_cast<unsigned char>(name[position]);
    const bool ascii = byte < 0x80;
    if (!IsNameCharacter(ascii ? byte : DecodeCodePoint(name, position))) return false;
    if (ascii) ++position;
  }
  return true;
}

template <class Integer>
std::optional<EdmValue> ReadInteger(const JsonScalar& scalar) {
  if (scalar.kind != Kind::kNumber && scalar.kind != Kind::kString) return std::nullopt;
  return ParseDotNetInteger<Integer>(scalar.text);
}

std::optional<EdmValue> ReadDouble(const JsonScalar& scalar) {
  if (scalar.kind != Kind::kNumber && scalar.kind != Kind::kString) return std::nullopt;
  return ParseDouble(scalar.text);
}

std::optional<EdmValue> ReadBoolean(const JsonScalar& scalar) {
  if (scalar.kind != Kind::kBoolean && scalar.kind != Kind::kString) return std::nullopt;
  if (EqualsIgnoringAsciiCase(scalar.text, "true")) return true;
  if (EqualsIgnoringAsciiCase(scalar.text, "false")) return false;
  return std::nullopt;
}

// A value without an annotation: the token determines the type (spec 6.3). An integer that is too
// large for Edm.Int32 is a double, as in the service's JSON library.
std::optional<EdmValue> Infer(const JsonScalar& scalar) {
  switch (scalar.kind) {
    case Kind::kString:
      return std::string(scalar.text);
    case Kind::kBoolean:
      return scalar.text == "true";
    case Kind::kNumber:
      if (const auto integer = ParseDotNetInteger<std::int32_t>(scalar.text)) return *integer;
      return ParseDouble(scalar.text);
    case Kind::kNull:
      break;
  }
  return std::nullopt;
}

// A value with an annotation (spec 6.4). The service requires quotes around Edm.Int64; a bare
// integer in range is accepted, too, since it can have no other meaning.
std::optional<EdmValue> Convert(const JsonScalar& scalar, EdmType type) {
  switch (type) {
    case EdmType::kInt32:
      return ReadInteger<std::int32_t>(scalar);
    case EdmType::kInt64:
      return ReadInteger<std::int64_t>(scalar);
    case EdmType::kDouble:
      return ReadDouble(scalar);
    case EdmType::kBoolean:
      return ReadBoolean(scalar);
    case EdmType::kString:
    case EdmType::kDateTime:
    case EdmType::kGuid:
    case EdmType::kBinary:
      break;
  }
  if (scalar.kind != Kind::kString) return std::nullopt;
  if (type == EdmType::kDateTime) return DateTime::Parse(scalar.text);
  if (type == EdmType::kGuid) return Guid::Parse(scalar.text);
  if (type == EdmType::kBinary) return Binary::ParseBase64(scalar.text);
  return std::string(scalar.text);
}

// "01/31/1600 23:59:59"
std::string AmericanDate(DateTime instant) {
  const std::string text = instant.ToStringSevenDigits();  // YYYY-MM-DDTHH:MM:SS.fffffffZ
  return fmt::format("{}/{}/{} {}", text.substr(5, 2), text.substr(8, 2), text.substr(0, 4),
                     text.substr(11, 8));
}

}  // namespace

Status CheckPropertyName(std::string_view name) {
  // A text never has more units than bytes.
  if (name.size() > limits::kPropertyNameUnitsMax &&
      Utf16Length(name) > limits::kPropertyNameUnitsMax) {
    return Fail(ErrorCode::kPropertyNameTooLong);
  }
  if (!IsIdentifier(name)) return Fail(ErrorCode::kPropertyNameInvalid);
  return {};
}

Result<EdmValue> ReadPropertyValue(const JsonMember& member) {
  std::optional<EdmValue> value;
  if (!member.annotation) {
    value = Infer(*member.value);
  } else if (const std::optional<EdmType> type = ParseEdmType(*member.annotation)) {
    value = Convert(*member.value, *type);
  }
  if (!value) return tl::unexpected(UnreadableBody());
  const DateTime* const instant = std::get_if<DateTime>(&*value);
  if (instant != nullptr && instant->ticks < DateTime::kStoredTicksMin) {
    return Fail(ErrorCode::kOutOfRangeInput,
                fmt::format("The '{}' parameter of value '{}' is out of range.", member.name,
                            AmericanDate(*instant)));
  }
  return *std::move(value);
}

}  // namespace rowhouse
