// $filter, text to tree. The grammar of spec 7.2; arithmetic is one level here, since all of it
// ends in kNotImplemented:
//
//   expression = and *( "or" and )
//   and        = comparison *( "and" comparison )
//   comparison = arithmetic *( ("eq"/"ne"/"gt"/"ge"/"lt"/"le") arithmetic )
//   arithmetic = unary *( ("add"/"sub"/"mul"/"div"/"mod") unary )
//   unary      = ("-" / "not") unary / primary
//   primary    = ( property / function / literal / "(" expression ")" ) *( "/" property )
//
// The whole text is parsed before anything is refused for its meaning, so a syntax error wins.

#include "entity/limits.h"
#include "entity/unicode.h"
#include "query/filter.h"
#include "query/filter_lexer.h"
#include "query/filter_literal.h"
#include "query/filter_semantics.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <utility>
#include <vector>

namespace rowhouse {
namespace {

struct CompareWord {
  std::string_view text;
  CompareOp op;
};
constexpr std::array<CompareWord, 6> kCompareWords{{{"eq", CompareOp::kEq},
                                                    {"ne", CompareOp::kNe},
                                                    {"lt", CompareOp::kLt},
                                                    {"le", CompareOp::kLe},
                                                    {"gt", CompareOp::kGt},
                                                    {"ge", CompareOp::kGe}}};

std::optional<CompareOp> ToCompareOp(const FilterLexer& lexer) {
  for (const CompareWord& word : kCompareWords) {
    if (lexer.IsWord(word.text)) {
      return word.op;
    }
  }
  return std::nullopt;
}

constexpr std::array<std::string_view, 5> kArithmeticWords{"add", "sub", "mul", "div", "mod"};

bool IsArithmetic(const FilterLexer& lexer) {
  return std::any_of(kArithmeticWords.begin(), kArithmeticWords.end(),
                     [&](std::string_view word) { return lexer.IsWord(word); });
}

bool IsNumber(const Token& token) {
  return token.kind == TokenKind::kLiteral &&
         (token.type == EdmType::kInt32 || token.type == EdmType::kInt64 ||
          token.type == EdmType::kDouble);
}

// Functions return false after a syntax error, which is then in `error_`: plain frames keep 800
// nested brackets far from the end of the stack.
class Parser {
 public:
  explicit Parser(std::string_view text) : lexer_(text) {}

  Result<Filter> Parse();

 private:
  bool ParseExpression(Operand& out);
  bool ParseAnd(Operand& out);
  bool ParseComparison(Operand& out);
  bool ParseArithmetic(Operand& out);
  bool ParseUnary(Operand& out);
  bool ParsePrimary(Operand& out);
  bool ParseStart(Operand& out);
  bool ParseBracket(Operand& out);
  bool ParseFunction(Operand& out);
  // `sign` is what stands before the literal, `begin` where it begins with that.
  bool ParseLiteral(const char* sign, std::size_t begin, Operand& out);

  bool Advance() { return Check(lexer_.Advance()); }
  bool Check(Status status);
  // `text` has a place for the position.
  bool SyntaxError(std::string_view text, std::size_t units);
  bool SyntaxErrorBehind();
  bool EnterLevel();

  FilterLexer lexer_;
  FilterBuilder builder_;
  std::size_t depth_ = 0;       // expressions and unary operators that are open
  std::optional<Error> error_;  // the syntax error
};

Result<Filter> Parser::Parse() {
  if (!Advance()) {
    return tl::unexpected<Error>(*std::move(error_));
  }
  if (lexer_.Current().kind == TokenKind::kEnd) {
    return Filter();
  }
  Operand whole;
  if (!ParseExpression(whole) ||
      (lexer_.Current().kind != TokenKind::kEnd && !SyntaxErrorBehind())) {
    return tl::unexpected<Error>(*std::move(error_));
  }
  return builder_.Finish(std::move(whole));
}

bool Parser::ParseExpression(Operand& out) {
  if (!EnterLevel() || !ParseAnd(out)) {
    return false;
  }
  if (lexer_.IsWord("or")) {
    std::vector<Operand> operands;
    operands.push_back(std::move(out));
    while (lexer_.IsWord("or")) {
      if (!Advance() || !ParseAnd(operands.emplace_back())) {
        return false;
      }
    }
    out = builder_.AnyOf(std::move(operands));
  }
  --depth_;
  return true;
}

bool Parser::ParseAnd(Operand& out) {
  if (!ParseComparison(out)) {
    return false;
  }
  if (lexer_.IsWord("and")) {
    std::vector<Operand> operands;
    operands.push_back(std::move(out));
    while (lexer_.IsWord("and")) {
      if (!Advance() || !ParseComparison(operands.emplace_back())) {
        return false;
      }
    }
    out = builder_.AllOf(std::move(operands));
  }
  return true;
}

bool Parser::ParseComparison(Operand& out) {
  if (!ParseArithmetic(out)) {
    return false;
  }
  while (const std::optional<CompareOp> op = ToCompareOp(lexer_)) {
    Operand right;
    if (!Advance() || !ParseArithmetic(right)) {
      return false;
    }
    out = builder_.Compare(std::move(out), *op, std::move(right));
  }
  return true;
}

bool Parser::ParseArithmetic(Operand& out) {
  if (!ParseUnary(out)) {
    return false;
  }
  while (IsArithmetic(lexer_)) {
    if (!Advance() || !ParseUnary(out)) {
      return false;
    }
    out = builder_.Refuse(Error(ErrorCode::kNotImplemented));
  }
  return true;
}

bool Parser::ParseUnary(Operand& out) {
  const bool minus = lexer_.Current().kind == TokenKind::kMinus;
  if (!minus && !lexer_.IsWord("not")) {
    return ParsePrimary(out);
  }
  const std::size_t begin = lexer_.Current().begin;
  if (!Advance()) {
    return false;
  }
  if (minus && IsNumber(lexer_.Current())) {
    return ParseLiteral("-", begin, out);
  }
  if (!EnterLevel() || !ParseUnary(out)) {
    return false;
  }
  --depth_;
  out =
      minus ? builder_.Refuse(Error(ErrorCode::kNotImplemented)) : builder_.Negate(std::move(out));
  return true;
}

bool Parser::ParsePrimary(Operand& out) {
  if (!ParseStart(out)) {
    return false;
  }
  while (lexer_.Current().kind == TokenKind::kSlash) {
    if (!Advance()) {
      return false;
    }
    if (lexer_.Current().kind != TokenKind::kIdentifier) {
      return SyntaxErrorBehind();
    }
    if (!Advance()) {
      return false;
    }
    out = builder_.Refuse(Error(ErrorCode::kNotImplemented));
  }
  return true;
}

bool Parser::ParseStart(Operand& out) {
  switch (lexer_.Current().kind) {
    case TokenKind::kOpen:
      return ParseBracket(out);
    case TokenKind::kIdentifier:
      if (lexer_.BracketFollows()) {
        return ParseFunction(out);
      }
      out = PropertyName{lexer_.Current().text};
      return Advance();
    case TokenKind::kNull:
      out = builder_.Refuse(Error(ErrorCode::kInvalidInput));
      return Advance();
    case TokenKind::kForeignLiteral:
      out = builder_.Refuse(Error(ErrorCode::kNotImplemented));
      return Advance();
    case TokenKind::kLiteral:
      return ParseLiteral("", lexer_.Current().begin, out);
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

bool Parser::ParseBracket(Operand& out) {
  if (!Advance() || !ParseExpression(out)) {
    return false;
  }
  if (lexer_.Current().kind != TokenKind::kClose) {
    return SyntaxError("')' or operator expected at position {} in '{}'.", lexer_.UnitsBefore());
  }
  return Advance();
}

bool Parser::ParseFunction(Operand& out) {
  const std::string_view name = lexer_.Current().text;
  if (!Advance() || !Advance()) {
    return false;
  }
  bool more = lexer_.Current().kind != TokenKind::kClose;
  while (more) {
    Operand argument;
    if (!ParseExpression(argument)) {
      return false;
    }
    more = lexer_.Current().kind == TokenKind::kComma;
    if (more && !Advance()) {
      return false;
    }
  }
  if (lexer_.Current().kind != TokenKind::kClose) {
    return SyntaxError("')' or ',' expected at position {} in '{}'.", lexer_.UnitsBefore());
  }
  out = builder_.CallFunction(name);
  return Advance();
}

bool Parser::ParseLiteral(const char* sign, std::size_t begin, Operand& out) {
  const Token& token = lexer_.Current();
  const std::string text = sign + std::string(token.text);
  std::optional<EdmValue> value = ReadLiteral(token.type, text);
  if (!value) {
    error_ =
        FilterError(fmt::format("Unrecognized '{}' literal '{}' at '{}' in '{}'.",
                                ToString(token.type), text, lexer_.UnitsTo(begin), lexer_.Text()));
    return false;
  }
  out = *std::move(value);
  return Advance();
}

bool Parser::Check(Status status) {
  if (!status) {
    error_ = std::move(status).error();
  }
  return !error_;
}

bool Parser::SyntaxError(std::string_view text, std::size_t units) {
  error_ = FilterError(fmt::format(fmt::runtime(text), units, lexer_.Text()));
  return false;
}

bool Parser::SyntaxErrorBehind() {
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

Result<Filter> ParseFilter(std::string_view text) {
  // A longer text comes from no request; the limit keeps the number of comparisons in bounds.
  if (text.size() > limits::kTargetBytesMax || !IsValidUtf8(text)) {
    return Fail(ErrorCode::kInvalidInput, std::string(ToWire(ErrorCode::kInvalidInput).text),
                ErrorStage::kRequest);
  }
  return Parser(text).Parse();
}

}  // namespace rowhouse
