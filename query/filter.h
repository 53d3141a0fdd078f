#pragma once
// $filter: text to tree. The grammar is the OData v3 expression parser's (spec 7.2, 7.3), positions
// count UTF-16 units.

#include "entity/edm_value.h"
#include "entity/error.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

namespace rowhouse {

enum class CompareOp : std::uint8_t { kEq, kNe, kLt, kLe, kGt, kGe };

struct FilterNode;
using Filter = std::unique_ptr<const FilterNode>;

// `property op literal`; a literal on the left has been mirrored by the parser.
struct Comparison {
  std::string property;
  CompareOp op;
  EdmValue literal;
};
struct BareProperty {  // true for a Boolean true
  std::string property;
};
struct Constant {  // `true` or `false` where a condition may stand
  bool value;
};
struct And {
  Filter left, right;
};
struct Or {
  Filter left, right;
};
struct Not {
  Filter operand;
};

struct FilterNode {
  std::variant<Comparison, BareProperty, Constant, And, Or, Not> shape;
};

// Null for an empty or blank text: no filter. Chains of `and` and of `or` become balanced trees, so
// that no filter is deeper than limits::kFilterDepthMax, and code that walks one may recurse.
// kUnreadableInput with the text and position of spec 7.9 for what the grammar refuses;
// kInvalidInput for `null`. kNotImplemented for what the grammar takes and
// the service does not carry out: property against property, literal against literal, functions,
// arithmetic, paths (spec 7.4).
Result<Filter> ParseFilter(std::string_view text);

// Fully bracketed; parses back to the same tree: "(a eq 1 or (b eq 2 and c eq 3))".
// REQUIRES, here and wherever a tree is taken: no null inside, depth as ParseFilter() makes it.
std::string Dump(const FilterNode& filter);

}  // namespace rowhouse
