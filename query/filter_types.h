#pragma once
// The type check of a filter (spec 7.5, rule 7). The service knows the types of literals, of the
// properties that every entity has and of what operators make of these. Other properties are open:
// they may be of any type, and fit wherever a known type is asked for.

#include "entity/error.h"
#include "query/filter.h"

#include <string_view>

namespace rowhouse {

// "Edm.String", "Edm.Single", ...; empty: not known. Views text that lives for ever.
using OperandType = std::string_view;

// Of a property: not known unless it is one that `subject` always has.
OperandType TypeOfProperty(FilterSubject subject, std::string_view name);

// Of `left word right` and of `word operand`, where `word` is an operator of the grammar.
// kUnreadableInput, with the service's text, for operands that do not fit it.
Result<OperandType> TypeOfBinary(std::string_view word, OperandType left, OperandType right);
Result<OperandType> TypeOfUnary(std::string_view word, OperandType operand);

bool IsNumeric(OperandType type);
bool IsArithmetic(std::string_view word);

}  // namespace rowhouse
