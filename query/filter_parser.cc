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
#include "query/filter_tree.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <utility>
#include <vector>

namespace rowhouse {
namespace {

struct Unusable {};  // its refusal is noted
struct PropertyName {
  std::string_view text;
};
using Operand = std::variant<Unusable, PropertyName, EdmValue, Filter>;

std::optional<CompareOp> ToCompareOp(const FilterLexer& lexer) {
  struct Word {
    std::string_view text;
    CompareOp op;
  };
  static constexpr std::array<Word, 6> kWords{{{"eq", CompareOp::kEq},
                                               {"ne", CompareOp::kNe},
                                               {"lt", CompareOp::kLt},
                                               {"le", CompareOp::kLe},
                                               {"gt", CompareOp::kGt},
                                               {"ge", CompareOp::kGe}}};
  for (const Word& word : kWords) {
    if (lexer.IsWord(word.text)) {
      return word.op;
    }
  }
  return std::nullopt;
}

CompareOp Mirror(CompareOp op) {
  switch (op) {
    case CompareOp::kEq:
    case CompareOp::kNe:
      return op;
    case CompareOp::kLt:
      return CompareOp::kGt;
    case CompareOp::kLe:
      return CompareOp::kGe;
    case CompareOp::kGt:
      return CompareOp::kLt;
    case CompareOp::kGe:
      return CompareOp::kLe;
  }
  return op;
}

bool IsArithmetic(const FilterLexer& lexer) {
  static constexpr std::array<std::string_view, 5> kWords{"add", "sub", "mul", "div", "mod"};
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](std::string_view word) { return lexer.IsWord(word); });
}

// The functions of OData v3. The service knows them and carries out none.
bool IsKnownFunction(std::string_view name) {
  static constexpr std::array<std::string_view, 21> kNames{
      "cast",    "ceiling",    "concat",    "day",         "endswith", "floor",   "hour",
      "indexof", "isof",       "length",    "minute",      "month",    "replace", "round",
      "second",  "startswith", "substring", "substringof", "tolower",  "toupper", "trim"};
  return name == "year" || std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

constexpr std::string_view kTooDeep = "Recursion depth exceeded allowed limit.";

bool IsNumber(const Token& token) {
  return token.kind == TokenKind::kLiteral &&
         (token.type == EdmType::kInt32 || token.type == EdmType::kInt64 ||
          token.type == EdmType::kDouble);
}

Error Refusal(std::string text) {
  return {ErrorCode::kInvalidInput, std::move(text), ErrorStage::kRequest};
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
  bool ParseLiteral(const std::string& sign, std::size_t units_before, Operand& out);

  bool Advance() { return Check(lexer_.Advance()); }
  bool Check(Status status);
  // `text` has a place for the position.
  bool SyntaxError(std::string_view text, std::size_t units);
  bool SyntaxErrorBehind();
  bool EnterLevel();
  Operand Refuse(Error error);
  Operand Compare(Operand left, CompareOp op, Operand right);
  Operand Negate(Operand operand);
  Operand Chain(std::vector<Operand> operands, Filter (*join)(std::vector<Filter>));
  // Null when the operand is no condition; that is then noted.
  Filter ToCondition(Operand operand);

  FilterLexer lexer_;
  std::size_t depth_ = 0;         // expressions and unary operators that are open
  std::optional<Error> error_;    // the syntax error
  std::optional<Error> refusal_;  // the first error of meaning
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
  Filter filter = ToCondition(std::move(whole));
  if (refusal_) {
    return tl::unexpected<Error>(*std::move(refusal_));
  }
  if (HeightOf(*filter) >= limits::kFilterDepthMax) {
    return tl::unexpected<Error>(Refusal(std::string(kTooDeep)));
  }
  return filter;
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
    out = Chain(std::move(operands), &JoinOr);
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
    out = Chain(std::move(operands), &JoinAnd);
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
    out = Compare(std::move(out), *op, std::move(right));
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
    out = Refuse(Error(ErrorCode::kNotImplemented));
  }
  return true;
}

bool Parser::ParseUnary(Operand& out) {
  const bool minus = lexer_.Current().kind == TokenKind::kMinus;
  if (!minus && !lexer_.IsWord("not")) {
    return ParsePrimary(out);
  }
  const std::size_t units_before = lexer_.UnitsBefore();
  if (!Advance()) {
    return false;
  }
  if (minus && IsNumber(lexer_.Current())) {
    return ParseLiteral("-", units_before, out);
  }
  if (!EnterLevel() || !ParseUnary(out)) {
    return false;
  }
  --depth_;
  out = minus ? Refuse(Error(ErrorCode::kNotImplemented)) : Negate(std::move(out));
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
    out = Refuse(Error(ErrorCode::kNotImplemented));
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
      out = Refuse(Error(ErrorCode::kInvalidInput));
      return Advance();
    case TokenKind::kForeignLiteral:
      out = Refuse(Error(ErrorCode::kNotImplemented));
      return Advance();
    case TokenKind::kLiteral:
      return ParseLiteral("", lexer_.UnitsBefore(), out);
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
  out = Refuse(IsKnownFunction(name)
                   ? Error(ErrorCode::kNotImplemented)
                   : Refusal(fmt::format("An unknown function with name '{}' was found. This may "
                                         "also be a key lookup on a navigation property, which is "
                                         "not allowed.",
                                         name)));
  return Advance();
}

bool Parser::ParseLiteral(const std::string& sign, std::size_t units_before, Operand& out) {
  const Token& token = lexer_.Current();
  const std::string text = sign + std::string(token.text);
  std::optional<EdmValue> value = ReadLiteral(token.type, text);
  if (!value) {
    error_ = Refusal(fmt::format("Unrecognized '{}' literal '{}' at '{}' in '{}'.",
                                 ToString(token.type), text, units_before, lexer_.Text()));
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
  error_ = Refusal(fmt::format(fmt::runtime(text), units, lexer_.Text()));
  return false;
}

bool Parser::SyntaxErrorBehind() {
  return SyntaxError("Syntax error at position {} in '{}'.", lexer_.UnitsThrough());
}

bool Parser::EnterLevel() {
  if (++depth_ > limits::kFilterDepthMax) {
    error_ = Refusal(std::string(kTooDeep));
    return false;
  }
  return true;
}

Operand Parser::Refuse(Error error) {
  if (!refusal_) {
    refusal_ = std::move(error);
  }
  return Unusable{};
}

Operand Parser::Compare(Operand left, CompareOp op, Operand right) {
  if (std::holds_alternative<Unusable>(left) || std::holds_alternative<Unusable>(right)) {
    return Unusable{};
  }
  if (std::holds_alternative<EdmValue>(left)) {
    std::swap(left, right);
    op = Mirror(op);
  }
  const auto* property = std::get_if<PropertyName>(&left);
  auto* literal = std::get_if<EdmValue>(&right);
  if (property == nullptr || literal == nullptr) {
    return Refuse(Error(ErrorCode::kNotImplemented));
  }
  return MakeFilter(Comparison{std::string(property->text), op, std::move(*literal)});
}

Operand Parser::Negate(Operand operand) {
  Filter condition = ToCondition(std::move(operand));
  if (condition == nullptr) {
    return Unusable{};
  }
  return MakeFilter(Not{std::move(condition)});
}

Operand Parser::Chain(std::vector<Operand> operands, Filter (*join)(std::vector<Filter>)) {
  std::vector<Filter> conditions;
  conditions.reserve(operands.size());
  for (Operand& operand : operands) {
    conditions.push_back(ToCondition(std::move(operand)));
    if (conditions.back() == nullptr) {
      return Unusable{};
    }
  }
  return join(std::move(conditions));
}

Filter Parser::ToCondition(Operand operand) {
  if (auto* filter = std::get_if<Filter>(&operand)) {
    return std::move(*filter);
  }
  if (const auto* property = std::get_if<PropertyName>(&operand)) {
    return MakeFilter(BareProperty{std::string(property->text)});
  }
  if (const auto* literal = std::get_if<EdmValue>(&operand)) {
    if (const auto* value = std::get_if<bool>(literal)) {
      return MakeFilter(Constant{*value});
    }
    Refuse(Refusal("The $filter expression must evaluate to a single boolean value."));
  }
  return nullptr;
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
