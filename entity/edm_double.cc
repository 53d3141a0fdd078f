// The text form of Edm.Double, as .NET Framework prints it with the format "R" and parses it
// (spec 4.4, 6.4).

#include "base/ascii.h"
#include "entity/edm_value.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

namespace rowhouse {

namespace {

constexpr std::string_view kNan = "NaN";
constexpr std::string_view kInfinity = "Infinity";
constexpr std::string_view kNegativeInfinity = "-Infinity";

// "R" prints 15 significant digits if they round-trip, otherwise 17; never 16.
constexpr int kDigitsUsual = 15;
constexpr int kDigitsExact = 17;
constexpr int kExponentMin = -5;  // 0.0001 is the smallest power of ten printed without an exponent

// A finite value as sign, significant digits without trailing zeros, and the exponent of the first
// digit.
struct Decimal {
  bool negative = false;
  std::string digits;
  int exponent = 0;
};

// What std::to_chars() writes in scientific form for the magnitude of `value`; with the fewest
// digits that tell it from other numbers if their number is not given.
Decimal ToDecimal(double value, std::optional<int> significant_digits = std::nullopt) {
  std::array<char, 32> buffer{};
  char* const begin = buffer.data();
  char* const last = begin + buffer.size();
  constexpr auto form = std::chars_format::scientific;
  const auto end = significant_digits
                       ? std::to_chars(begin, last, std::fabs(value), form, *significant_digits - 1)
                       : std::to_chars(begin, last, std::fabs(value), form);
  const std::string_view text(begin, static_cast<std::size_t>(end.ptr - begin));
  const std::size_t mark = text.find('e');
  Decimal decimal{.negative = std::signbit(value), .digits = std::string(text.substr(0, mark))};
  std::erase(decimal.digits, '.');
  decimal.digits.resize(std::max<std::size_t>(decimal.digits.find_last_not_of('0') + 1, 1));
  std::string_view exponent = text.substr(mark + 1);
  if (exponent.starts_with('+')) exponent.remove_prefix(1);
  std::from_chars(exponent.data(), exponent.data() + exponent.size(), decimal.exponent);
  return decimal;
}

bool RoundTrips(double value, int significant_digits) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 std::chars_format::scientific, significant_digits - 1);
  double parsed = 0;
  std::from_chars(buffer.data(), end.ptr, parsed);
  return parsed == value;
}

// "1E+15", "1.5E-05": at least two digits of exponent.
std::string PrintScientific(const Decimal& decimal) {
  std::string text = decimal.digits.substr(0, 1);
  if (decimal.digits.size() > 1) text += '.' + decimal.digits.substr(1);
  const std::string exponent = std::to_string(std::abs(decimal.exponent));
  text += decimal.exponent < 0 ? "E-" : "E+";
  if (exponent.size() < 2) text += '0';
  return text + exponent;
}

std::string PrintPlain(const Decimal& decimal) {
  if (decimal.exponent < 0) {
    return "0." + std::string(static_cast<std::size_t>(-decimal.exponent) - 1, '0') +
           decimal.digits;
  }
  const std::size_t integer_digits = static_cast<std::size_t>(decimal.exponent) + 1;
  std::string text = decimal.digits;
  if (text.size() <= integer_digits) {
    text.resize(integer_digits, '0');
    return text + ".0";
  }
  return text.insert(integer_digits, 1, '.');
}

// Length of the run of decimal digits at `position`.
std::size_t CountDigits(std::string_view text, std::size_t position) {
  return SkipDigits(text, position) - std::min(position, text.size());
}

// [sign] digits ["." [digits]] | [sign] "." digits, then [("e"|"E") [sign] digits]
bool IsDecimalText(std::string_view text) {
  std::size_t position = 0;
  const auto skip_sign = [&] {
    if (position < text.size() && (text[position] == '+' || text[position] == '-')) ++position;
  };
  skip_sign();
  std::size_t digits = CountDigits(text, position);
  position += digits;
  if (position < text.size() && text[position] == '.') {
    const std::size_t fraction = CountDigits(text, ++position);
    digits += fraction;
    position += fraction;
  }
  if (digits == 0) return false;
  if (position < text.size() && (text[position] == 'e' || text[position] == 'E')) {
    ++position;
    skip_sign();
    const std::size_t exponent = CountDigits(text, position);
    if (exponent == 0) return false;
    position += exponent;
  }
  return position == text.size();
}

// Whether a decimal text that from_chars() reports as out of range is too small, so that .NET reads
// it as zero, rather than too large. The two are hundreds of orders of magnitude apart, so the
// position of the first significant digit decides.
bool IsTooSmall(std::string_view text) {
  const std::size_t mark = std::min(text.find_first_of("eE"), text.size());
  const std::string_view mantissa = text.substr(0, mark);
  const std::size_t first = mantissa.find_first_of("123456789");
  if (first == std::string_view::npos) return true;
  const auto point = static_cast<std::ptrdiff_t>(std::min(mantissa.find('.'), mark));
  std::ptrdiff_t magnitude = point - static_cast<std::ptrdiff_t>(first);
  std::string_view exponent_text = text.substr(std::min(mark + 1, text.size()));
  if (exponent_text.starts_with('+')) exponent_text.remove_prefix(1);
  int exponent = 0;
  const auto [end, error] =
      std::from_chars(exponent_text.data(), exponent_text.data() + exponent_text.size(), exponent);
  if (error == std::errc::result_out_of_range) return exponent_text.starts_with('-');
  return magnitude + exponent < 0;
}

}  // namespace

std::string FormatDouble(double value) {
  if (std::isnan(value)) return std::string(kNan);
  if (std::isinf(value)) return std::string(value < 0 ? kNegativeInfinity : kInfinity);
  int precision = kDigitsUsual;
  Decimal decimal = ToDecimal(value);
  // Any number of up to 15 digits survives the way to a normal double and back, so the shortest form
  // is the one with 15 digits, without its zeros. Finding it takes a third of the time.
  if (decimal.digits.size() > kDigitsUsual || !std::isnormal(value)) {
    if (!RoundTrips(value, kDigitsUsual)) precision = kDigitsExact;
    decimal = ToDecimal(value, precision);
  }
  const bool scientific = decimal.exponent >= precision || decimal.exponent <= kExponentMin;
  std::string text = scientific ? PrintScientific(decimal) : PrintPlain(decimal);
  if (decimal.negative) text.insert(0, 1, '-');
  return text;
}

std::optional<double> ParseDouble(std::string_view text) {
  text = TrimSpaces(text);
  if (text == kNan) return std::numeric_limits<double>::quiet_NaN();
  if (text == kInfinity) return std::numeric_limits<double>::infinity();
  if (text == kNegativeInfinity) return -std::numeric_limits<double>::infinity();
  if (!IsDecimalText(text)) return std::nullopt;
  const bool negative = text.starts_with('-');
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) {
    if (!IsTooSmall(text)) return std::nullopt;
    return negative ? -0.0 : 0.0;
  }
  if (!std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace rowhouse
