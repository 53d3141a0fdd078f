#pragma once
// The tokens of a $filter text (spec 7.2, 7.3).

#include "entity/error.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace rowhouse {

enum class TokenKind : std::uint8_t {
  kEnd,
  kOpen,
  kClose,
  kComma,
  kMinus,
  kSlash,
  kPunctuation,  // . = ? * : none of which a filter may contain
  kIdentifier,   // names and operators, which the parser tells apart
  kLiteral,      // of a type of the data model
  kNull,
  kForeignLiteral,  // of another type: 1.5f, 1.5M, time'..', geography'..', ...
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string_view type;  // of a literal: "Edm.Int32", "Edm.Single", ...
  std::string_view text;  // with quotes, prefix and suffix
  std::size_t begin = 0;  // byte offset into the filter
};

// Reads a filter token by token, one token ahead of the caller.
class FilterLexer {
 public:
  // REQUIRES: `text` is valid UTF-8 and outlives the lexer. Call Advance() before Current().
  explicit FilterLexer(std::string_view text) : text_(text) {}

  // Moves to the next token. kUnreadableInput for a character that starts no token, an unterminated
  // literal and a missing digit.
  Status Advance();
  const Token& Current() const { return token_; }
  // The current name or operator; empty if the token is something else.
  std::string_view Word() const {
    return token_.kind == TokenKind::kIdentifier ? token_.text : std::string_view();
  }
  bool IsWord(std::string_view word) const { return Word() == word; }
  // True if an opening bracket follows the current token without a blank.
  bool BracketFollows() const { return end_ < text_.size() && text_[end_] == '('; }

  std::string_view Text() const { return text_; }
  // Positions as the service counts them, from 0: UTF-16 units before the current token, and up to
  // its end.
  std::size_t UnitsBefore() const { return UnitsTo(token_.begin); }
  std::size_t UnitsThrough() const { return UnitsTo(end_); }
  // Takes time proportional to `offset`, in bytes: for errors only.
  std::size_t UnitsTo(std::size_t offset) const;

 private:
  Status Take(TokenKind kind, std::size_t end);
  Status TakeLiteral(std::string_view type, std::size_t end);
  Status TakeString();
  Status TakeNumber(std::size_t digits);
  Status TakeWord();
  Status TakeQuoted(std::string_view type, std::size_t quote);
  std::size_t SkipDigits(std::size_t at) const;
  std::size_t SkipIdentifier(std::size_t at) const;
  bool DigitAt(std::size_t at) const;
  bool At(std::size_t at, std::string_view any_of) const;

  std::string_view text_;
  Token token_;
  std::size_t end_ = 0;  // byte offset after the current token
};

}  // namespace rowhouse
