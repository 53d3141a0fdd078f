#pragma once
// The meaning of a filter's tokens once the grammar has accepted them (spec 7.4): operands, and the
// ways to combine them.

#include "entity/edm_value.h"
#include "entity/error.h"
#include "query/filter.h"
#include "query/filter_types.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace rowhouse {

// Operators are ordinary identifiers to the lexer. No value for any other word.
std::optional<CompareOp> ToCompareOp(std::string_view word);

struct Unusable {};  // the builder has recorded why
struct PropertyName {
  std::string_view text;
};
struct Operand {
  std::variant<Unusable, PropertyName, EdmValue, Filter> value = {};
  OperandType type = {};
};

// Builds a filter from operands. Type errors and unsupported operations are recorded, not returned,
// so that the parser continues: a later syntax error takes precedence. Otherwise Finish() returns
// the first type error (a fault) or, if there is none, the first unsupported operation (a refusal).
class FilterBuilder {
 public:
  explicit FilterBuilder(FilterSubject subject) : subject_(subject) {}

  Operand Name(std::string_view name) const;
  // An operand that is not supported, though its type may be known.
  Operand Refuse(ErrorCode code, OperandType type);
  // `left word right`, a comparison; a literal on the left trades sides with the property.
  Operand Compare(Operand left, std::string_view word, Operand right);
  // `left word right`, arithmetic.
  Operand Calculate(const Operand& left, std::string_view word, const Operand& right);
  Operand Negate(Operand operand);        // not
  Operand Minus(const Operand& operand);  // -
  // kNotImplemented for a function that OData knows.
  Operand CallFunction(std::string_view name);

  // To be called for each further operand of a chain of `word`, "and" or "or": checks its type
  // against that of the previous operand, and gives it the type of the chain so far.
  void Link(std::string_view word, const Operand& last, Operand& next);
  // The chain, once all of it is linked.
  Operand AllOf(std::vector<Operand> operands);
  Operand AnyOf(std::vector<Operand> operands);

  // The whole filter.
  Result<Filter> Finish(Operand whole);

 private:
  // The type; unknown after a fault, which is recorded.
  OperandType Checked(Result<OperandType> type);
  void Fault(Error error);
  Operand Chain(std::vector<Operand> operands, Filter (*join)(std::vector<Filter>));

  FilterSubject subject_;
  std::optional<Error> fault_;
  std::optional<Error> refusal_;
};

// kUnreadableInput.
Error FilterError(std::string text);
// More levels than limits::kFilterDepthMax.
Error TooDeepError();

}  // namespace rowhouse
