#include "query/filter_semantics.h"

#include "entity/limits.h"
#include "query/filter_tree.h"

#include <array>
#include <fmt/format.h>
#include <utility>

namespace rowhouse {
namespace {

struct CompareWord {
  std::string_view text;
  CompareOp op;
};
constexpr std::array<CompareWord, 6> kCompareWords{{{"eq", CompareOp::kEq},
                                                    {"ne", CompareOp::kNe},
                                                    {"lt", CompareOp::kLt},
                                                    {"le", CompareOp::kLe},
                                                    {"gt", CompareOp::kGt},
                                                    {"ge", CompareOp::kGe}}};

CompareOp Mirror(CompareOp op) {
  switch (op) {
    case CompareOp::kEq:
    case CompareOp::kNe:
      return op;
    case CompareOp::kLt:
      return CompareOp::kGt;
    case CompareOp::kLe:
      return CompareOp::kGe;
    case CompareOp::kGt:
      return CompareOp::kLt;
    case CompareOp::kGe:
      return CompareOp::kLe;
  }
  return op;
}

// The functions of OData v3. The service knows them but implements none.
struct Function {
  std::string_view name;
  OperandType type;  // of the result
};
constexpr std::array<Function, 22> kFunctions{{
    {"cast", {}},
    {"ceiling", "Edm.Double"},
    {"concat", "Edm.String"},
    {"day", "Edm.Int32"},
    {"endswith", "Edm.Boolean"},
    {"floor", "Edm.Double"},
    {"hour", "Edm.Int32"},
    {"indexof", "Edm.Int32"},
    {"isof", "Edm.Boolean"},
    {"length", "Edm.Int32"},
    {"minute", "Edm.Int32"},
    {"month", "Edm.Int32"},
    {"replace", "Edm.String"},
    {"round", "Edm.Double"},
    {"second", "Edm.Int32"},
    {"startswith", "Edm.Boolean"},
    {"substring", "Edm.String"},
    {"substringof", "Edm.Boolean"},
    {"tolower", "Edm.String"},
    {"toupper", "Edm.String"},
    {"trim", "Edm.String"},
    {"year", "Edm.Int32"},
}};

// The operand as a condition. Null if it is not one, in which case a fault or refusal is recorded.
Filter ToCondition(Operand operand) {
  if (auto* filter = std::get_if<Filter>(&operand.value)) {
    return std::move(*filter);
  }
  if (const auto* property = std::get_if<PropertyName>(&operand.value)) {
    return MakeFilter(BareProperty{std::string(property->text)});
  }
  if (const auto* literal = std::get_if<EdmValue>(&operand.value)) {
    if (const auto* value = std::get_if<bool>(literal)) {
      return MakeFilter(Constant{*value});
    }
  }
  return nullptr;
}

}  // namespace

std::optional<CompareOp> ToCompareOp(std::string_view word) {
  for (const CompareWord& compare : kCompareWords) {
    if (word == compare.text) {
      return compare.op;
    }
  }
  return std::nullopt;
}

Error FilterError(std::string text) { return {ErrorCode::kUnreadableInput, std::move(text)}; }

Error TooDeepError() { return FilterError("Recursion depth exceeded allowed limit."); }

Operand FilterBuilder::Name(std::string_view name) const {
  return {PropertyName{name}, TypeOfProperty(subject_, name)};
}

Operand FilterBuilder::Refuse(ErrorCode code, OperandType type) {
  if (!refusal_) {
    refusal_ = Error(code);
  }
  return {Unusable{}, type};
}

Operand FilterBuilder::Compare(Operand left, std::string_view word, Operand right) {
  const OperandType type = Checked(TypeOfBinary(word, left.type, right.type));
  std::optional<CompareOp> op = ToCompareOp(word);
  if (std::holds_alternative<EdmValue>(left.value)) {
    std::swap(left, right);
    op = Mirror(*op);
  }
  const auto* property = std::get_if<PropertyName>(&left.value);
  auto* literal = std::get_if<EdmValue>(&right.value);
  if (property == nullptr || literal == nullptr) {
    return Refuse(ErrorCode::kNotImplemented, type);
  }
  return {MakeFilter(Comparison{std::string(property->text), *op, std::move(*literal)}), type};
}

Operand FilterBuilder::Calculate(const Operand& left, std::string_view word, const Operand& right) {
  return Refuse(ErrorCode::kNotImplemented, Checked(TypeOfBinary(word, left.type, right.type)));
}

Operand FilterBuilder::Negate(Operand operand) {
  const OperandType type = Checked(TypeOfUnary("not", operand.type));
  Filter condition = ToCondition(std::move(operand));
  if (condition == nullptr) {
    return {Unusable{}, type};
  }
  return {MakeFilter(Not{std::move(condition)}), type};
}

Operand FilterBuilder::Minus(const Operand& operand) {
  return Refuse(ErrorCode::kNotImplemented, Checked(TypeOfUnary("-", operand.type)));
}

Operand FilterBuilder::CallFunction(std::string_view name) {
  for (const Function& known : kFunctions) {
    if (known.name == name) {
      return Refuse(ErrorCode::kNotImplemented, known.type);
    }
  }
  Fault(FilterError(fmt::format(
      "An unknown function with name '{}' was found. This may also be a key lookup on a navigation "
      "property, which is not allowed.",
      name)));
  return {};
}

void FilterBuilder::Link(std::string_view word, const Operand& last, Operand& next) {
  next.type = Checked(TypeOfBinary(word, last.type, next.type));
}

Operand FilterBuilder::AllOf(std::vector<Operand> operands) {
  return Chain(std::move(operands), &JoinAnd);
}

Operand FilterBuilder::AnyOf(std::vector<Operand> operands) {
  return Chain(std::move(operands), &JoinOr);
}

Result<Filter> FilterBuilder::Finish(Operand whole) {
  if (!whole.type.empty() && whole.type != ToString(EdmType::kBoolean)) {
    Fault(FilterError("The $filter expression must evaluate to a single boolean value."));
  }
  for (std::optional<Error>* error : {&fault_, &refusal_}) {
    if (*error) {
      return tl::unexpected<Error>(std::move(**error));
    }
  }
  Filter filter = ToCondition(std::move(whole));
  // Not only brackets, chains add levels, too. The depth stays below the parser's limit so that the
  // output of Dump() can be parsed again.
  if (HeightOf(*filter) >= limits::kFilterDepthMax) {
    return tl::unexpected<Error>(TooDeepError());
  }
  return filter;
}

OperandType FilterBuilder::Checked(Result<OperandType> type) {
  if (!type) {
    Fault(std::move(type).error());
    return {};
  }
  return *type;
}

void FilterBuilder::Fault(Error error) {
  if (!fault_) {
    fault_ = std::move(error);
  }
}

Operand FilterBuilder::Chain(std::vector<Operand> operands, Filter (*join)(std::vector<Filter>)) {
  const OperandType type = operands.back().type;
  std::vector<Filter> conditions;
  conditions.reserve(operands.size());
  for (Operand& operand : operands) {
    conditions.push_back(ToCondition(std::move(operand)));
    if (conditions.back() == nullptr) {
      return {Unusable{}, type};
    }
  }
  return {join(std::move(conditions)), type};
}

}  // namespace rowhouse
