#pragma once
// What the words of a filter mean once the grammar has taken them (spec 7.4): operands, and what
// may be made of them.

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

// An operator is a word like others to the lexer.
std::optional<CompareOp> ToCompareOp(std::string_view word);

struct Unusable {};  // why is noted
struct PropertyName {
  std::string_view text;
};
struct Operand {
  std::variant<Unusable, PropertyName, EdmValue, Filter> value = {};
  OperandType type = {};
};

// Makes a filter of operands. What is wrong with the types, and what cannot be carried out, is
// noted and not returned, so that the parser goes on: a syntax error further on wins. Otherwise
// Finish() gives the first fault of the types, and without one the first of the others.
class FilterBuilder {
 public:
  explicit FilterBuilder(FilterSubject subject) : subject_(subject) {}

  Operand Name(std::string_view name) const;
  // Of what cannot be carried out, although its type may be known.
  Operand Refuse(ErrorCode code, OperandType type);
  // `left word right`, a comparison; a literal on the left is mirrored.
  Operand Compare(Operand left, std::string_view word, Operand right);
  // `left word right`, arithmetic.
  Operand Calculate(const Operand& left, std::string_view word, const Operand& right);
  Operand Negate(Operand operand);        // not
  Operand Minus(const Operand& operand);  // -
  // kNotImplemented for a function that OData knows.
  Operand CallFunction(std::string_view name);

  // The next operand of a chain of `word`, "and" or "or", has been read: checks its type against
  // that of the last one, which stands for all before, and makes it stand for all so far.
  void Link(std::string_view word, const Operand& last, Operand& next);
  // The chain, once all of it is linked.
  Operand AllOf(std::vector<Operand> operands);
  Operand AnyOf(std::vector<Operand> operands);

  // The whole filter.
  Result<Filter> Finish(Operand whole);

 private:
  // The type, or none known after a fault, which is noted.
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
