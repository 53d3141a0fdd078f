#include "cli/text/value_text.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

namespace rowhouse::cli {
namespace {

using tables::Value;
using tables::ValueType;

constexpr std::array kTypes = {ValueType::kString, ValueType::kBoolean, ValueType::kInt32,
                               ValueType::kInt64,  ValueType::kDouble,  ValueType::kDateTime,
                               ValueType::kGuid,   ValueType::kBinary};
constexpr std::string_view kTypePrefix = "Edm.";

std::string Lower(std::string_view text) {
  std::string result(text);
  for (char& letter : result) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return result;
}

template <class Number>
std::optional<Number> ParseNumber(std::string_view text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stopped != end || text.empty()) return std::nullopt;
  return number;
}

std::optional<double> ParseDouble(std::string_view text) {
  const std::string lower = Lower(text);
  if (lower == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (lower == "infinity" || lower == "inf") return std::numeric_limits<double>::infinity();
  if (lower == "-infinity" || lower == "-inf") return -std::numeric_limits<double>::infinity();
  if (lower.find_first_not_of("0123456789+-.e") != std::string::npos) return std::nullopt;
  return ParseNumber<double>(text);
}

std::optional<bool> ParseBoolean(std::string_view text) {
  const std::string lower = Lower(text);
  if (lower == "true") return true;
  if (lower == "false") return false;
  return std::nullopt;
}

template <class T>
std::optional<Value> ToValue(std::optional<T> parsed) {
  if (!parsed) return std::nullopt;
  return Value(*std::move(parsed));
}

// Whether JSON would read `text` as a number: no leading zeros, no plus, digits on both sides of a
// dot.
bool IsJsonNumber(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const auto digits = [&text] {
    std::size_t count = text.find_first_not_of("0123456789");
    if (count == std::string_view::npos) count = text.size();
    text.remove_prefix(count);
    return count;
  };
  const bool leading_zero = text.starts_with('0');
  const std::size_t whole = digits();
  if (whole == 0 || (leading_zero && whole > 1)) return false;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    if (digits() == 0) return false;
  }
  if (text.starts_with('e') || text.starts_with('E')) {
    text.remove_prefix(1);
    if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
    if (digits() == 0) return false;
  }
  return text.empty();
}

}  // namespace

std::optional<ValueType> ParseTypeName(std::string_view name) {
  std::string wanted = Lower(name);
  if (wanted.starts_with("edm.")) wanted.erase(0, kTypePrefix.size());
  for (const ValueType type : kTypes) {
    if (Lower(tables::ToString(type).substr(kTypePrefix.size())) == wanted) return type;
  }
  return std::nullopt;
}

std::optional<Value> ParseValue(ValueType type, std::string_view text) {
  switch (type) {
    case ValueType::kNull:
      return std::nullopt;
    case ValueType::kString:
      return Value(text);
    case ValueType::kBoolean:
      return ToValue(ParseBoolean(text));
    case ValueType::kInt32:
      return ToValue(ParseNumber<std::int32_t>(text));
    case ValueType::kInt64:
      return ToValue(ParseNumber<std::int64_t>(text));
    case ValueType::kDouble:
      return ToValue(ParseDouble(text));
    case ValueType::kDateTime:
      return ToValue(tables::DateTime::Parse(text));
    case ValueType::kGuid:
      return ToValue(tables::Guid::Parse(text));
    case ValueType::kBinary:
      return ToValue(tables::Binary::ParseBase64(text));
  }
  return std::nullopt;
}

Value GuessValue(std::string_view text) {
  if (text == "true" || text == "false") return text == "true";
  if (IsJsonNumber(text) && text != "-0") {
    if (const auto number = ParseNumber<std::int32_t>(text)) return *number;
    if (const auto number = ParseNumber<std::int64_t>(text)) return *number;
    if (const auto number = ParseNumber<double>(text)) return *number;
  }
  return text;
}

}  // namespace rowhouse::cli
