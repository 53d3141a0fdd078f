#include "query/filter_types.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fmt/format.h>

namespace rowhouse {
namespace {

constexpr OperandType kUnknown;
constexpr OperandType kBoolean = "Edm.Boolean";
constexpr OperandType kString = "Edm.String";

// Narrowest first: the result of an operator has the wider of its two types.
constexpr std::array<OperandType, 5> kNumeric{"Edm.Int32", "Edm.Int64", "Edm.Single", "Edm.Double",
                                              "Edm.Decimal"};

enum class Family : std::uint8_t { kLogical, kComparison, kArithmetic };

// `kind` is the operator's name in the service's error texts.
struct BinaryOperator {
  std::string_view word;
  std::string_view kind;
  Family family;
};
constexpr std::array<BinaryOperator, 13> kBinaryOperators{{
    {"or", "Or", Family::kLogical},
    {"and", "And", Family::kLogical},
    {"eq", "Equal", Family::kComparison},
    {"ne", "NotEqual", Family::kComparison},
    {"gt", "GreaterThan", Family::kComparison},
    {"ge", "GreaterThanOrEqual", Family::kComparison},
    {"lt", "LessThan", Family::kComparison},
    {"le", "LessThanOrEqual", Family::kComparison},
    {"add", "Add", Family::kArithmetic},
    {"sub", "Subtract", Family::kArithmetic},
    {"mul", "Multiply", Family::kArithmetic},
    {"div", "Divide", Family::kArithmetic},
    {"mod", "Modulo", Family::kArithmetic},
}};

// Null for a word that is not a binary operator.
const BinaryOperator* FindBinaryOperator(std::string_view word) {
  for (const BinaryOperator& known : kBinaryOperators) {
    if (known.word == word) {
      return &known;
    }
  }
  return nullptr;
}

std::size_t WidthOf(OperandType type) {
  return static_cast<std::size_t>(std::find(kNumeric.begin(), kNumeric.end(), type) -
                                  kNumeric.begin());
}

bool AreSuitable(Family family, OperandType left, OperandType right) {
  const auto both = [&](auto is_good) {
    return (left == kUnknown || is_good(left)) && (right == kUnknown || is_good(right));
  };
  switch (family) {
    case Family::kLogical:
      return both([](OperandType type) { return type == kBoolean; });
    case Family::kComparison:
      return left == kUnknown || right == kUnknown || left == right || both(&IsNumeric);
    case Family::kArithmetic:
      return both(&IsNumeric);
  }
  std::abort();
}

// The result for two operands of unknown type is of unknown type. REQUIRES: suitable operands
OperandType TypeOfResult(Family family, OperandType left, OperandType right) {
  if (left == kUnknown && right == kUnknown) {
    return kUnknown;
  }
  if (family != Family::kArithmetic) {
    return kBoolean;
  }
  if (left == kUnknown || right == kUnknown) {
    return left == kUnknown ? right : left;
  }
  return kNumeric.at(std::max(WidthOf(left), WidthOf(right)));
}

std::string_view NameInErrors(OperandType type) { return type == kUnknown ? "<null>" : type; }

}  // namespace

OperandType TypeOfProperty(FilterSubject subject, std::string_view name) {
  if (subject == FilterSubject::kTables) {
    return name == "TableName" ? kString : kUnknown;
  }
  if (name == "PartitionKey" || name == "RowKey") {
    return kString;
  }
  return name == "Timestamp" ? "Edm.DateTime" : kUnknown;
}

Result<OperandType> TypeOfBinary(std::string_view word, OperandType left, OperandType right) {
  const BinaryOperator* known = FindBinaryOperator(word);
  if (known == nullptr) {
    std::abort();
  }
  if (AreSuitable(known->family, left, right)) {
    return TypeOfResult(known->family, left, right);
  }
  return Fail(ErrorCode::kUnreadableInput,
              fmt::format("A binary operator with incompatible types was detected. Found operand "
                          "types '{}' and '{}' for operator kind '{}'.",
                          NameInErrors(left), NameInErrors(right), known->kind));
}

Result<OperandType> TypeOfUnary(std::string_view word, OperandType operand) {
  const bool negates = word == "not";
  if (operand == kUnknown || (negates ? operand == kBoolean : IsNumeric(operand))) {
    return operand;
  }
  return Fail(ErrorCode::kUnreadableInput,
              fmt::format("A unary operator with an incompatible type was detected. Found operand "
                          "type '{}' for operator kind '{}'.",
                          operand, negates ? "Not" : "Negate"));
}

bool IsNumeric(OperandType type) {
  return std::find(kNumeric.begin(), kNumeric.end(), type) != kNumeric.end();
}

bool IsArithmetic(std::string_view word) {
  const BinaryOperator* known = FindBinaryOperator(word);
  return known != nullptr && known->family == Family::kArithmetic;
}

}  // namespace rowhouse
