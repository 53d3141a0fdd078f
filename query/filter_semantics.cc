#include "query/filter_semantics.h"

#include "entity/limits.h"
#include "query/filter_tree.h"

#include <algorithm>
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
constexpr std::array<std::string_view, 5> kArithmeticWords{"add", "sub", "mul", "div", "mod"};

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

// The functions of OData v3. The service knows them and carries out none.
constexpr std::array<std::string_view, 22> kFunctions{
    "cast",      "ceiling",     "concat",  "day",     "endswith", "floor", "hour",   "indexof",
    "isof",      "length",      "minute",  "month",   "replace",  "round", "second", "startswith",
    "substring", "substringof", "tolower", "toupper", "trim",     "year"};

bool IsKnownFunction(std::string_view name) {
  return std::find(kFunctions.begin(), kFunctions.end(), name) != kFunctions.end();
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

bool IsArithmetic(std::string_view word) {
  return std::find(kArithmeticWords.begin(), kArithmeticWords.end(), word) !=
         kArithmeticWords.end();
}

Error FilterError(std::string text) { return {ErrorCode::kUnreadableInput, std::move(text)}; }

Error TooDeepError() { return FilterError("Recursion depth exceeded allowed limit."); }

Operand FilterBuilder::Refuse(Error error) {
  if (!refusal_) {
    refusal_ = std::move(error);
  }
  return Unusable{};
}

Operand FilterBuilder::Compare(Operand left, CompareOp op, Operand right) {
  if (std::holds_alternative<Unusable>(left) || std::holds_alternative<Unusable>(right)) {
    return Unusable{};
  }
  if (std::holds_alternative<EdmValue>(left)) {
    std::swap(left, right);
    op = Mirror(op);
  }
  const auto* property = std::get_if<PropertyName>(&left);
  auto* literal = std::get_if<EdmValue>(&right);
  if (property == nullptr || literal == nullptr) {
    return Refuse(Error(ErrorCode::kNotImplemented));
  }
  return MakeFilter(Comparison{std::string(property->text), op, std::move(*literal)});
}

Operand FilterBuilder::Negate(Operand operand) {
  Filter condition = ToCondition(std::move(operand));
  if (condition == nullptr) {
    return Unusable{};
  }
  return MakeFilter(Not{std::move(condition)});
}

Operand FilterBuilder::AllOf(std::vector<Operand> operands) {
  return Chain(std::move(operands), &JoinAnd);
}

Operand FilterBuilder::AnyOf(std::vector<Operand> operands) {
  return Chain(std::move(operands), &JoinOr);
}

Operand FilterBuilder::CallFunction(std::string_view name) {
  if (IsKnownFunction(name)) {
    return Refuse(Error(ErrorCode::kNotImplemented));
  }
  return Refuse(FilterError(fmt::format(
      "An unknown function with name '{}' was found. This may also be a key lookup on a navigation "
      "property, which is not allowed.",
      name)));
}

Result<Filter> FilterBuilder::Finish(Operand whole) {
  Filter filter = ToCondition(std::move(whole));
  if (refusal_) {
    return tl::unexpected<Error>(*std::move(refusal_));
  }
  // Brackets are not all: chains put levels between them. Below the limit for the parser, so that
  // what Dump() brackets can be parsed again.
  if (HeightOf(*filter) >= limits::kFilterDepthMax) {
    return tl::unexpected<Error>(TooDeepError());
  }
  return filter;
}

Operand FilterBuilder::Chain(std::vector<Operand> operands, Filter (*join)(std::vector<Filter>)) {
  std::vector<Filter> conditions;
  conditions.reserve(operands.size());
  for (Operand& operand : operands) {
    conditions.push_back(ToCondition(std::move(operand)));
    if (conditions.back() == nullptr) {
      return Unusable{};
    }
  }
  return join(std::move(conditions));
}

Filter FilterBuilder::ToCondition(Operand operand) {
  if (auto* filter = std::get_if<Filter>(&operand)) {
    return std::move(*filter);
  }
  if (const auto* property = std::get_if<PropertyName>(&operand)) {
    return MakeFilter(BareProperty{std::string(property->text)});
  }
  if (const auto* literal = std::get_if<EdmValue>(&operand)) {
    if (const auto* value = std::get_if<bool>(literal)) {
      return MakeFilter(Constant{*value});
    }
    Refuse(FilterError("The $filter expression must evaluate to a single boolean value."));
  }
  return nullptr;
}

}  // namespace rowhouse
