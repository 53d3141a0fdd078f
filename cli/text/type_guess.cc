#include "cli/text/type_guess.h"

#include "cli/text/value_text.h"

#include <cstdint>

namespace rowhouse::cli {
namespace {

using tables::Value;
using tables::ValueType;

bool IsInteger(std::string_view text) {
  const auto value = GuessValue(text);
  return value.Type() == ValueType::kInt32 || value.Type() == ValueType::kInt64;
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
    doubles_ = doubles_ && value.Type() == ValueType::kDouble;
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
