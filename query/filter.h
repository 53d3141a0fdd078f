#pragma once
// $filter: text to tree. The grammar is that of the OData v3 expression parser (spec 7.2, 7.3);
// positions count UTF-16 units.

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

// The kind of item that a filter selects from. It determines which properties have a known type:
// for entities PartitionKey and RowKey (strings) and Timestamp (a date), for tables TableName (a
// string).
enum class FilterSubject : std::uint8_t { kEntities, kTables };

// `property op literal`; the parser swaps the sides if the literal is on the left. A property of
// known type is only ever compared with a literal of that type.
struct Comparison {
  std::string property;
  CompareOp op;
  EdmValue literal;
};
struct BareProperty {  // holds if the property is a Boolean true; its type is not known
  std::string property;
};
struct Constant {  // `true` or `false` in place of a condition
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

// Visit a node with one overload for each alternative and no generic one, so that the code does not
// compile until it handles a new alternative.
struct FilterNode {
  std::variant<Comparison, BareProperty, Constant, And, Or, Not> shape;
};

// Null for an empty or blank text: no filter. Chains of `and` and of `or` become balanced trees, so
// no filter is deeper than limits::kFilterDepthMax and code that walks one may recurse.
// The error is the first of these kinds that applies and, within a kind, the first in the text:
//   kUnreadableInput, with the text and position of spec 7.9, for a syntax error;
//   kUnreadableInput, with a text of its own, for an operator whose operands have unsuitable types,
//     for an unknown function and, last, for a filter that is not Boolean as a whole;
//   kNotImplemented for what the service does not support: property against property, literal
//     against literal, functions, arithmetic, paths (spec 7.4); and kInvalidInput with the standard
//     text for `null`.
Result<Filter> ParseFilter(std::string_view text, FilterSubject subject = FilterSubject::kEntities);

// Fully bracketed; parses back to the same tree: "(a eq 1 or (b eq 2 and c eq 3))".
// REQUIRES, here and in every function that takes a tree: no null nodes, and depth and types as
// ParseFilter() produces them for the subject in question.
std::string Dump(const FilterNode& filter);

}  // namespace rowhouse
