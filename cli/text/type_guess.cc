#include "cli/text/type_guess.h"

#include "cli/text/value_text.h"

#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <string>

namespace rowhouse::cli {
namespace {

using tables::Value;
using tables::ValueType;

bool IsInteger(std::string_view text) {
  const auto value = GuessValue(text);
  return value.Type() == ValueType::kInt32 || value.Type() == ValueType::kInt64;
}

// The significant digits of a decimal number, without the zeros at both ends: "0.0120e5" has "12".
std::string SignificantDigits(std::string_view text) {
  std::string digits;
  for (const char c : text.substr(0, text.find_first_of("eE"))) {
    if (c >= '0' && c <= '9' && !(c == '0' && digits.empty())) digits += c;
  }
  while (digits.ends_with('0')) digits.pop_back();
  return digits;
}

// Returns true if a double has all digits of the text. A long number, of a card say, would be
// rounded.
bool DoubleKeeps(std::string_view text, double value) {
  constexpr std::size_t digits_max = std::numeric_limits<double>::max_digits10;
  const std::string digits = SignificantDigits(text);
  if (digits.empty()) return true;  // 0, NaN or infinite
  if (digits.size() > digits_max) return false;
  return SignificantDigits(fmt::format("{:.{}e}", value, digits.size() - 1)) == digits;
}

}  // namespace

void TypeGuess::Add(std::string_view text) {
  constexpr std::int64_t exact_max = std::int64_t{1} << 53U;
  any_ = true;
  const Value value = GuessValue(text);
  booleans_ = booleans_ && ParseValue(ValueType::kBoolean, text).has_value();
  if (value.Type() == ValueType::kInt64) {
    big_ = true;
    // A double would change it.
    const std::int64_t number = value.As<std::int64_t>().value_or(0);
    doubles_ = doubles_ && number >= -exact_max && number <= exact_max;
  } else if (value.Type() != ValueType::kInt32) {
    const auto number = value.As<double>();
    doubles_ = doubles_ && number && DoubleKeeps(text, *number);
  }
  integers_ = integers_ && IsInteger(text);
  dates_ = dates_ && text.find('T') != text.npos && ParseValue(ValueType::kDateTime, text);
  guids_ = guids_ && ParseValue(ValueType::kGuid, text).has_value();
}

ValueType TypeGuess::Type() const {
  if (!any_) return ValueType::kString;
  if (booleans_) return ValueType::kBoolean;
  if (integers_) return big_ ? ValueType::kInt64 : ValueType::kInt32;
  if (doubles_) return ValueType::kDouble;
  if (dates_) return ValueType::kDateTime;
  return guids_ ? ValueType::kGuid : ValueType::kString;
}

}  // namespace rowhouse::cli
