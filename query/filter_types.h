#pragma once
// The type check of a filter (spec 7.5, rule 7). Known are the types of literals, of the properties
// that every entity has, and of the results of operators on these. Other properties are open: they
// may have any type, and are accepted wherever a known type is expected; value_test.h decides how they
// compare.

#include "entity/error.h"
#include "query/filter.h"

#include <string_view>

namespace rowhouse {

// "Edm.String", "Edm.Single", ...; empty: not known. A view of text with static lifetime.
using OperandType = std::string_view;

// The type of a property; not known unless `subject` always has the property.
OperandType TypeOfProperty(FilterSubject subject, std::string_view name);

// The types of `left word right` and of `word operand`, where `word` is an operator of the grammar.
// kUnreadableInput, with the service's text, for operands of unsuitable types.
Result<OperandType> TypeOfBinary(std::string_view word, OperandType left, OperandType right);
Result<OperandType> TypeOfUnary(std::string_view word, OperandType operand);

bool IsNumeric(OperandType type);
bool IsArithmetic(std::string_view word);

}  // namespace rowhouse
