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

// What a filter selects among. It decides which properties have a type that the service knows:
// PartitionKey and RowKey (strings) and Timestamp (a date) of entities, TableName (a string) of
// tables.
enum class FilterSubject : std::uint8_t { kEntities, kTables };

// `property op literal`; a literal on the left has been mirrored by the parser. A property of a
// known type is compared with its type only.
struct Comparison {
  std::string property;
  CompareOp op;
  EdmValue literal;
};
struct BareProperty {  // true for a Boolean true; of no known type
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

// Code that asks which alternative a node is visits it with an overload for each and without one
// for any type, so that it does not compile until it handles a new alternative.
struct FilterNode {
  std::variant<Comparison, BareProperty, Constant, And, Or, Not> shape;
};

// Null for an empty or blank text: no filter. Chains of `and` and of `or` become balanced trees, so
// that no filter is deeper than limits::kFilterDepthMax, and code that walks one may recurse.
// A filter is refused for the first of these that it has, and of each for the first in its text:
//   kUnreadableInput, with the text and position of spec 7.9, for what the grammar refuses;
//   kUnreadableInput, with its text, for an operator whose operands have types that do not fit it,
//     for an unknown function, and last for a whole that is not Boolean;
//   kNotImplemented for what the service does not carry out: property against property, literal
//     against literal, functions, arithmetic, paths (spec 7.4), and kInvalidInput with the standard
//     text for `null`.
Result<Filter> ParseFilter(std::string_view text, FilterSubject subject = FilterSubject::kEntities);

// Fully bracketed; parses back to the same tree: "(a eq 1 or (b eq 2 and c eq 3))".
// REQUIRES, here and wherever a tree is taken: no null inside, depth and types as ParseFilter()
// makes them, for the subject that the function is about.
std::string Dump(const FilterNode& filter);

}  // namespace rowhouse
