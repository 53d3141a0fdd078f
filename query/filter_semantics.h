#pragma once
// What the words of a filter mean once the grammar has taken them (spec 7.4): operands, and what
// may be made of them.

#include "entity/edm_value.h"
#include "entity/error.h"
#include "query/filter.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace rowhouse {

// The operators, which are words like others to the lexer.
std::optional<CompareOp> ToCompareOp(std::string_view word);
bool IsArithmetic(std::string_view word);

struct Unusable {};  // its refusal is noted
struct PropertyName {
  std::string_view text;
};
using Operand = std::variant<Unusable, PropertyName, EdmValue, Filter>;

// Makes a filter of operands. What cannot be carried out is noted, not returned, so that the parser
// goes on: a syntax error further on wins, otherwise Finish() gives the first refusal.
class FilterBuilder {
 public:
  Operand Refuse(Error error);
  // A comparison; a literal on the left is mirrored.
  Operand Compare(Operand left, CompareOp op, Operand right);
  Operand Negate(Operand operand);
  Operand AllOf(std::vector<Operand> operands);
  Operand AnyOf(std::vector<Operand> operands);
  // kNotImplemented for a function that OData knows.
  Operand CallFunction(std::string_view name);

  // The whole filter.
  Result<Filter> Finish(Operand whole);

 private:
  Operand Chain(std::vector<Operand> operands, Filter (*join)(std::vector<Filter>));
  // Null when the operand is no condition; that is then noted.
  Filter ToCondition(Operand operand);

  std::optional<Error> refusal_;
};

// kUnreadableInput.
Error FilterError(std::string text);
// More levels than limits::kFilterDepthMax.
Error TooDeepError();

}  // namespace rowhouse
