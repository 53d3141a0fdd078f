#include "query/value_test.h"

#include "base/unicode.h"

#include <charconv>
#include <compare>
#include <cstdlib>
#include <system_error>

namespace rowhouse {
namespace {

Order ToOrder(std::partial_ordering ordering) {
  if (ordering < 0) {
    return Order::kLess;
  }
  if (ordering > 0) {
    return Order::kGreater;
  }
  return ordering == 0 ? Order::kEqual : Order::kUnordered;
}

std::string_view WithoutQuotes(std::string_view token) {
  return token.size() < 2 || token.front() != '"' ? token : token.substr(1, token.size() - 2);
}

// Dates are printed with a fixed number of digits up to the second and a fraction without trailing
// zeros, so without the Z their texts sort like the instants.
std::string_view DateDigits(std::string_view token) {
  std::string_view digits = WithoutQuotes(token);
  digits.remove_suffix(1);
  return digits;
}

// ASCII without escapes, so that the text is the value.
bool IsPlain(std::string_view token) { return token.find('\\') == std::string_view::npos; }

// REQUIRES: an integer token, which stored text guarantees for integer types
std::int64_t ReadInteger(std::string_view digits) {
  std::int64_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

double ReadDouble(std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  // NaN and the infinities are spelled as in .NET, which only ParseDouble() knows.
  if (text.back() >= '0' && text.back() <= '9' &&
      std::from_chars(text.data(), end, value).ec == std::errc()) {
    return value;
  }
  return ParseDouble(text).value_or(0);
}

std::int64_t IntegerOf(const EdmValue& literal) {
  if (const auto* value = std::get_if<std::int32_t>(&literal)) {
    return *value;
  }
  const auto* value = std::get_if<std::int64_t>(&literal);
  return value == nullptr ? 0 : *value;
}

double RealOf(const EdmValue& literal) {
  const auto* value = std::get_if<double>(&literal);
  return value == nullptr ? static_cast<double>(IntegerOf(literal)) : *value;
}

struct TokenOf {
  std::string operator()(const std::string& text) const { return Quote(text); }
  std::string operator()(const DateTime& value) const { return Quote(value.ToString()); }
  std::string operator()(const Guid& value) const { return Quote(value.ToString()); }
  std::string operator()(const Binary& value) const { return Quote(value.ToBase64()); }
  template <class Scalar>
  std::string operator()(const Scalar& /*value*/) const {
    return {};
  }

 private:
  static std::string Quote(const std::string& text) {
    std::string token;
    AppendJsonString(token, text);
    return token;
  }
};

// Whether `property op literal` holds for a property that compares to the literal as `order`.
bool Satisfies(Order order, CompareOp op) {
  switch (op) {
    case CompareOp::kEq:
      return order == Order::kEqual;
    case CompareOp::kNe:
      return order != Order::kEqual;
    case CompareOp::kLt:
      return order == Order::kLess;
    case CompareOp::kLe:
      return order == Order::kLess || order == Order::kEqual;
    case CompareOp::kGt:
      return order == Order::kGreater;
    case CompareOp::kGe:
      return order == Order::kGreater || order == Order::kEqual;
  }
  std::abort();
}

}  // namespace

ValueTest::ValueTest(CompareOp op, const EdmValue& literal)
    : op_(op),
      literal_(literal),
      type_(TypeOf(literal)),
      equality_only_(op == CompareOp::kEq || op == CompareOp::kNe),
      integer_(IntegerOf(literal)),
      real_(RealOf(literal)),
      token_(std::visit(TokenOf{}, literal)) {}

bool ValueTest::Holds(const StoredProperty& property) const {
  return Satisfies(OrderOf(property), op_);
}

bool ValueTest::HoldsForKey(std::string_view key) const {
  return Satisfies(ToOrder(CompareOrdinal(key, std::get<std::string>(literal_))), op_);
}

bool ValueTest::HoldsForTimestamp(DateTime timestamp) const {
  return Satisfies(ToOrder(timestamp <=> std::get<DateTime>(literal_)), op_);
}

Order ValueTest::OrderOf(const StoredProperty& property) const {
  // The supported widenings (spec 7.5, rule 3); any other difference in type is a mismatch.
  const bool widens =
      (property.type == EdmType::kInt64 && type_ == EdmType::kInt32) ||
      (property.type == EdmType::kDouble && (type_ == EdmType::kInt32 || type_ == EdmType::kInt64));
  if (property.type != type_ && !widens) {
    return Order::kLess;
  }
  const std::string_view token = property.value;
  switch (property.type) {
    case EdmType::kString:
      return OrderOfString(property);
    case EdmType::kBoolean:
      return ToOrder((token == "true") <=> std::get<bool>(literal_));
    case EdmType::kInt32:
    case EdmType::kInt64:
      return ToOrder(ReadInteger(WithoutQuotes(token)) <=> integer_);
    case EdmType::kDouble:
      return ToOrder(ReadDouble(WithoutQuotes(token)) <=> real_);
    case EdmType::kDateTime:
      return ToOrder(DateDigits(token) <=> DateDigits(token_));
    case EdmType::kGuid:
      return ToOrder(token <=> token_);
    case EdmType::kBinary:
      if (token == token_ || equality_only_) {
        return token == token_ ? Order::kEqual : Order::kLess;
      }
      return ToOrder(std::get<Binary>(DecodeValue(property)) <=> std::get<Binary>(literal_));
  }
  std::abort();
}

Order ValueTest::OrderOfString(const StoredProperty& property) const {
  const std::string_view token = property.value;
  if (token == token_ || equality_only_) {
    return token == token_ ? Order::kEqual : Order::kLess;
  }
  if (IsPlain(token) && IsPlain(token_)) {
    return ToOrder(WithoutQuotes(token) <=> WithoutQuotes(token_));
  }
  return ToOrder(CompareOrdinal(std::get<std::string>(DecodeValue(property)),
                                std::get<std::string>(literal_)));
}

}  // namespace rowhouse
