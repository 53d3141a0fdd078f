#include "query/filter_tree.h"

#include "query/filter_literal.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>
#include <variant>

namespace rowhouse {
namespace {

template <class Junction>
Filter Join(std::span<Filter> conditions) {
  if (conditions.empty()) {
    return nullptr;
  }
  if (conditions.size() == 1) {
    return std::move(conditions.front());
  }
  const std::size_t left = (conditions.size() + 1) / 2;
  Filter first = Join<Junction>(conditions.first(left));
  Filter second = Join<Junction>(conditions.subspan(left));
  return MakeFilter(Junction{std::move(first), std::move(second)});
}

std::string_view ToText(CompareOp op) {
  switch (op) {
    case CompareOp::kEq:
      return "eq";
    case CompareOp::kNe:
      return "ne";
    case CompareOp::kLt:
      return "lt";
    case CompareOp::kLe:
      return "le";
    case CompareOp::kGt:
      return "gt";
    case CompareOp::kGe:
      return "ge";
  }
  return {};
}

// Whether a node has to be bracketed to be the operand of `not`, which binds tighter than a
// comparison (spec 7.2). `and` and `or` always print brackets of their own.
struct NeedsBracketsUnderNot {
  bool operator()(const Comparison& /*comparison*/) const { return true; }
  bool operator()(const BareProperty& /*bare*/) const { return false; }
  bool operator()(const Constant& /*constant*/) const { return false; }
  bool operator()(const And& /*junction*/) const { return false; }
  bool operator()(const Or& /*junction*/) const { return false; }
  bool operator()(const Not& /*negation*/) const { return false; }
};

struct AppendNode {
  std::string& out;

  void operator()(const Comparison& comparison) const {
    out += fmt::format("{} {} {}", comparison.property, ToText(comparison.op),
                       PrintLiteral(comparison.literal));
  }
  void operator()(const BareProperty& bare) const { out += bare.property; }
  void operator()(const Constant& constant) const { out += constant.value ? "true" : "false"; }
  void operator()(const And& junction) const {
    AppendJunction(*junction.left, "and", *junction.right);
  }
  void operator()(const Or& junction) const {
    AppendJunction(*junction.left, "or", *junction.right);
  }
  void operator()(const Not& negation) const {
    const bool brackets = std::visit(NeedsBracketsUnderNot{}, negation.operand->shape);
    out += brackets ? "not (" : "not ";
    std::visit(*this, negation.operand->shape);
    out += brackets ? ")" : "";
  }

 private:
  void AppendJunction(const FilterNode& left, std::string_view word,
                      const FilterNode& right) const {
    out += '(';
    std::visit(*this, left.shape);
    out += fmt::format(" {} ", word);
    std::visit(*this, right.shape);
    out += ')';
  }
};

struct CloneNode {
  Filter operator()(const Comparison& comparison) const { return MakeFilter(comparison); }
  Filter operator()(const BareProperty& bare) const { return MakeFilter(bare); }
  Filter operator()(const Constant& constant) const { return MakeFilter(constant); }
  Filter operator()(const And& junction) const {
    return MakeFilter(And{Clone(*junction.left), Clone(*junction.right)});
  }
  Filter operator()(const Or& junction) const {
    return MakeFilter(Or{Clone(*junction.left), Clone(*junction.right)});
  }
  Filter operator()(const Not& negation) const { return MakeFilter(Not{Clone(*negation.operand)}); }
};

struct HeightOfNode {
  std::size_t operator()(const Comparison& /*comparison*/) const { return 1; }
  std::size_t operator()(const BareProperty& /*bare*/) const { return 1; }
  std::size_t operator()(const Constant& /*constant*/) const { return 1; }
  std::size_t operator()(const And& junction) const {
    return 1 + std::max(HeightOf(*junction.left), HeightOf(*junction.right));
  }
  std::size_t operator()(const Or& junction) const {
    return 1 + std::max(HeightOf(*junction.left), HeightOf(*junction.right));
  }
  std::size_t operator()(const Not& negation) const { return 1 + HeightOf(*negation.operand); }
};

}  // namespace

Filter JoinAnd(std::vector<Filter> conditions) { return Join<And>(conditions); }

Filter JoinOr(std::vector<Filter> conditions) { return Join<Or>(conditions); }

Filter Clone(const FilterNode& filter) { return std::visit(CloneNode{}, filter.shape); }

std::size_t HeightOf(const FilterNode& filter) { return std::visit(HeightOfNode{}, filter.shape); }

std::string Dump(const FilterNode& filter) {
  std::string out;
  std::visit(AppendNode{out}, filter.shape);
  return out;
}

}  // namespace rowhouse
