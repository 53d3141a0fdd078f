// $filter, text to tree. The grammar of spec 7.2, with a single level for arithmetic, since all of
// it ends in kNotImplemented:
//
//   expression = and *( "or" and )
//   and        = comparison *( "and" comparison )
//   comparison = arithmetic *( ("eq"/"ne"/"gt"/"ge"/"lt"/"le") arithmetic )
//   arithmetic = unary *( ("add"/"sub"/"mul"/"div"/"mod") unary )
//   unary      = ("-" / "not") unary / primary
//   primary    = ( property / function / literal / "(" expression ")" ) *( "/" property )
//
// The whole text is parsed before anything is rejected for its meaning, so a syntax error wins.
// Types are checked in the service's order: both operands, then their operator.

#include "base/unicode.h"
#include "entity/limits.h"
#include "query/filter.h"
#include "query/filter_lexer.h"
#include "query/filter_literal.h"
#include "query/filter_semantics.h"

#include <cstddef>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace rowhouse {
namespace {

bool IsNumber(const Token& token) {
  return token.kind == TokenKind::kLiteral && IsNumeric(token.type);
}

// Functions return false after a syntax error, which is then in `error_`; otherwise they push one
// operand on `operands_`. Operands are kept there rather than in stack frames, and functions with
// temporaries are not inlined into recursive ones, so that 800 nested brackets stay far from the
// end of the call stack.
class Parser {
 public:
  Parser(std::string_view text, FilterSubject subject) : lexer_(text), builder_(subject) {}

  Result<Filter> Parse();

 private:
  bool ParseExpression();
  bool ParseAnd();
  bool ParseComparison();
  bool ParseArithmetic();
  bool ParseUnary();
  bool ParsePrimary();
  bool ParseStart();
  bool ParseBracket();
  bool ParseFunction();
  [[gnu::noinline]] bool ParseName();
  // `sign` precedes the literal; `begin` is where the literal starts, including the sign.
  [[gnu::noinline]] bool ParseLiteral(const char* sign, std::size_t begin);

  // Replace the last operands with the result of combining them.
  using Junction = Operand (FilterBuilder::*)(std::vector<Operand>);
  [[gnu::noinline]] void ReduceChain(std::size_t first, Junction junction);
  [[gnu::noinline]] void LinkChain(std::string_view word);
  [[gnu::noinline]] void ReduceComparison(std::string_view word);
  [[gnu::noinline]] void ReduceArithmetic(std::string_view word);
  [[gnu::noinline]] void ReduceUnary(bool minus);
  [[gnu::noinline]] void PushRefused(ErrorCode code, OperandType type);
  Operand Pop();

  [[gnu::noinline]] bool Advance();
  // `text` has a placeholder for the position.
  [[gnu::noinline]] bool SyntaxError(std::string_view text, std::size_t units);
  bool SyntaxErrorAfterToken();
  [[gnu::noinline]] bool EnterLevel();

  FilterLexer lexer_;
  FilterBuilder builder_;
  std::vector<Operand> operands_;
  std::size_t depth_ = 0;       // open expressions and unary operators
  std::optional<Error> error_;  // the syntax error
};

Result<Filter> Parser::Parse() {
  if (!Advance()) {
    return tl::unexpected<Error>(*std::move(error_));
  }
  if (lexer_.Current().kind == TokenKind::kEnd) {
    return Filter();
  }
  if (!ParseExpression() ||
      (lexer_.Current().kind != TokenKind::kEnd && !SyntaxErrorAfterToken())) {
    return tl::unexpected<Error>(*std::move(error_));
  }
  return builder_.Finish(Pop());
}

bool Parser::ParseExpression() {
  if (!EnterLevel() || !ParseAnd()) {
    return false;
  }
  const std::size_t first = operands_.size() - 1;
  while (lexer_.IsWord("or")) {
    if (!Advance() || !ParseAnd()) {
      return false;
    }
    LinkChain("or");
  }
  ReduceChain(first, &FilterBuilder::AnyOf);
  --depth_;
  return true;
}

bool Parser::ParseAnd() {
  if (!ParseComparison()) {
    return false;
  }
  const std::size_t first = operands_.size() - 1;
  while (lexer_.IsWord("and")) {
    if (!Advance() || !ParseComparison()) {
      return false;
    }
    LinkChain("and");
  }
  ReduceChain(first, &FilterBuilder::AllOf);
  return true;
}

bool Parser::ParseComparison() {
  if (!ParseArithmetic()) {
    return false;
  }
  while (ToCompareOp(lexer_.Word())) {
    const std::string_view word = lexer_.Word();
    if (!Advance() || !ParseArithmetic()) {
      return false;
    }
    ReduceComparison(word);
  }
  return true;
}

bool Parser::ParseArithmetic() {
  if (!ParseUnary()) {
    return false;
  }
  while (IsArithmetic(lexer_.Word())) {
    const std::string_view word = lexer_.Word();
    if (!Advance() || !ParseUnary()) {
      return false;
    }
    ReduceArithmetic(word);
  }
  return true;
}

bool Parser::ParseUnary() {
  const bool minus = lexer_.Current().kind == TokenKind::kMinus;
  if (!minus && !lexer_.IsWord("not")) {
    return ParsePrimary();
  }
  const std::size_t begin = lexer_.Current().begin;
  if (!Advance()) {
    return false;
  }
  if (minus && IsNumber(lexer_.Current())) {
    return ParseLiteral("-", begin);
  }
  if (!EnterLevel() || !ParseUnary()) {
    return false;
  }
  --depth_;
  ReduceUnary(minus);
  return true;
}

bool Parser::ParsePrimary() {
  if (!ParseStart()) {
    return false;
  }
  while (lexer_.Current().kind == TokenKind::kSlash) {
    if (!Advance()) {
      return false;
    }
    if (lexer_.Current().kind != TokenKind::kIdentifier) {
      return SyntaxErrorAfterToken();
    }
    if (!Advance()) {
      return false;
    }
    operands_.pop_back();
    PushRefused(ErrorCode::kNotImplemented, {});
  }
  return true;
}

bool Parser::ParseStart() {
  switch (lexer_.Current().kind) {
    case TokenKind::kOpen:
      return ParseBracket();
    case TokenKind::kIdentifier:
      return lexer_.BracketFollows() ? ParseFunction() : ParseName();
    case TokenKind::kNull:
      PushRefused(ErrorCode::kInvalidInput, {});
      return Advance();
    case TokenKind::kForeignLiteral:
      PushRefused(ErrorCode::kNotImplemented, lexer_.Current().type);
      return Advance();
    case TokenKind::kLiteral:
      return ParseLiteral("", lexer_.Current().begin);
    case TokenKind::kEnd:
    case TokenKind::kClose:
    case TokenKind::kComma:
    case TokenKind::kMinus:
    case TokenKind::kSlash:
    case TokenKind::kPunctuation:
      break;
  }
  return SyntaxError("Expression expected at position {} in '{}'.", lexer_.UnitsBefore());
}

bool Parser::ParseBracket() {
  if (!Advance() || !ParseExpression()) {
    return false;
  }
  if (lexer_.Current().kind != TokenKind::kClose) {
    return SyntaxError("')' or operator expected at position {} in '{}'.", lexer_.UnitsBefore());
  }
  return Advance();
}

bool Parser::ParseFunction() {
  const std::string_view name = lexer_.Current().text;
  if (!Advance() || !Advance()) {
    return false;
  }
  bool more = lexer_.Current().kind != TokenKind::kClose;
  while (more) {
    if (!ParseExpression()) {
      return false;
    }
    operands_.pop_back();
    more = lexer_.Current().kind == TokenKind::kComma;
    if (more && !Advance()) {
      return false;
    }
  }
  if (lexer_.Current().kind != TokenKind::kClose) {
    return SyntaxError("')' or ',' expected at position {} in '{}'.", lexer_.UnitsBefore());
  }
  operands_.push_back(builder_.CallFunction(name));
  return Advance();
}

bool Parser::ParseName() {
  operands_.push_back(builder_.Name(lexer_.Current().text));
  return Advance();
}

bool Parser::ParseLiteral(const char* sign, std::size_t begin) {
  const Token& token = lexer_.Current();
  const std::string text = sign + std::string(token.text);
  const std::optional<EdmType> type = ParseEdmType(token.type);
  std::optional<EdmValue> value = type ? ReadLiteral(*type, text) : std::nullopt;
  if (!value) {
    error_ = FilterError(fmt::format("Unrecognized '{}' literal '{}' at '{}' in '{}'.", token.type,
                                     text, lexer_.UnitsTo(begin), lexer_.Text()));
    return false;
  }
  operands_.push_back({*std::move(value), token.type});
  return Advance();
}

void Parser::ReduceChain(std::size_t first, Junction junction) {
  if (operands_.size() - first == 1) {
    return;
  }
  const auto begin = operands_.begin() + static_cast<std::ptrdiff_t>(first);
  std::vector<Operand> chain(std::make_move_iterator(begin),
                             std::make_move_iterator(operands_.end()));
  operands_.erase(begin, operands_.end());
  operands_.push_back((builder_.*junction)(std::move(chain)));
}

void Parser::LinkChain(std::string_view word) {
  builder_.Link(word, operands_[operands_.size() - 2], operands_.back());
}

void Parser::ReduceComparison(std::string_view word) {
  Operand right = Pop();
  operands_.back() = builder_.Compare(std::move(operands_.back()), word, std::move(right));
}

void Parser::ReduceArithmetic(std::string_view word) {
  const Operand right = Pop();
  operands_.back() = builder_.Calculate(operands_.back(), word, right);
}

void Parser::ReduceUnary(bool minus) {
  operands_.back() =
      minus ? builder_.Minus(operands_.back()) : builder_.Negate(std::move(operands_.back()));
}

void Parser::PushRefused(ErrorCode code, OperandType type) {
  operands_.push_back(builder_.Refuse(code, type));
}

Operand Parser::Pop() {
  Operand operand = std::move(operands_.back());
  operands_.pop_back();
  return operand;
}

bool Parser::Advance() {
  Status status = lexer_.Advance();
  if (!status) {
    error_ = std::move(status).error();
  }
  return !error_;
}

bool Parser::SyntaxError(std::string_view text, std::size_t units) {
  error_ = FilterError(fmt::format(fmt::runtime(text), units, lexer_.Text()));
  return false;
}

bool Parser::SyntaxErrorAfterToken() {
  return SyntaxError("Syntax error at position {} in '{}'.", lexer_.UnitsThrough());
}

bool Parser::EnterLevel() {
  if (++depth_ > limits::kFilterDepthMax) {
    error_ = TooDeepError();
    return false;
  }
  return true;
}

}  // namespace

Result<Filter> ParseFilter(std::string_view text, FilterSubject subject) {
  // No request can carry a longer text; the limit bounds the number of comparisons.
  if (text.size() > limits::kTargetBytesMax || !IsValidUtf8(text)) {
    return Fail(ErrorCode::kUnreadableInput);
  }
  return Parser(text, subject).Parse();
}

}  // namespace rowhouse
