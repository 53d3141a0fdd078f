#include "query/filter_lexer.h"

#include "base/ascii.h"
#include "base/code_point.h"
#include "base/unicode.h"
#include "entity/edm_value.h"

#include <array>
#include <fmt/format.h>

namespace rowhouse {
namespace {

bool IsDigit(char character) { return character >= '0' && character <= '9'; }

bool IsAsciiLetter(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

// The characters that .NET's Char.IsWhiteSpace() accepts.
bool IsBlank(std::uint32_t code_point) {
  return (code_point >= 0x09 && code_point <= 0x0D) || code_point == 0x20 || code_point == 0x85 ||
         code_point == 0xA0 || code_point == 0x1680 ||
         (code_point >= 0x2000 && code_point <= 0x200A) || code_point == 0x2028 ||
         code_point == 0x2029 || code_point == 0x202F || code_point == 0x205F ||
         code_point == 0x3000;
}

// Letters, marks and digits beyond ASCII, approximated without a table: a name that no property can
// have is absent from every row, which does no harm. The service's parser looks at UTF-16 units, so
// supplementary characters are never part of a name.
bool IsForeignLetter(std::uint32_t code_point) {
  return code_point >= 0xAA && code_point < kSupplementaryMin && code_point != 0xD7 &&
         code_point != 0xF7 && !IsBlank(code_point);
}

// A word that introduces a literal if a quote follows it. Case does not matter.
struct Prefix {
  std::string_view word;
  std::string_view type;
};
constexpr std::array<Prefix, 8> kPrefixes{{{"datetime", "Edm.DateTime"},
                                           {"guid", "Edm.Guid"},
                                           {"binary", "Edm.Binary"},
                                           {"x", "Edm.Binary"},
                                           {"datetimeoffset", "Edm.DateTimeOffset"},
                                           {"time", "Edm.Time"},
                                           {"geography", "Edm.Geography"},
                                           {"geometry", "Edm.Geometry"}}};

TokenKind KindOfCharacter(char character) {
  switch (character) {
    case '(':
      return TokenKind::kOpen;
    case ')':
      return TokenKind::kClose;
    case ',':
      return TokenKind::kComma;
    case '/':
      return TokenKind::kSlash;
    case '-':
      return TokenKind::kMinus;
    default:
      return TokenKind::kPunctuation;
  }
}

tl::unexpected<Error> Refuse(std::string text) {
  return Fail(ErrorCode::kUnreadableInput, std::move(text));
}

}  // namespace

Status FilterLexer::Advance() {
  std::size_t at = end_;
  std::size_t next = at;
  std::uint32_t code_point = 0;
  do {
    at = next;
    if (at == text_.size()) {
      token_.begin = at;
      return Take(TokenKind::kEnd, at);
    }
    code_point = DecodeCodePoint(text_, next);
  } while (IsBlank(code_point));

  token_.begin = at;
  const char character = text_[at];
  if (character == '\'') {
    return TakeString();
  }
  if (IsDigit(character) || (character == '-' && DigitAt(at + 1))) {
    return TakeNumber(character == '-' ? at + 1 : at);
  }
  if (character == '-' && text_.substr(at + 1, SkipIdentifier(at + 1) - at - 1) == "INF") {
    return TakeLiteral("Edm.Double", at + 4);
  }
  if (At(at, "(),/-.=?*:")) {
    return Take(KindOfCharacter(character), at + 1);
  }
  if (character == '$' || SkipIdentifier(at) > at) {
    return TakeWord();
  }
  return Refuse(fmt::format("Syntax error: character '{}' is not valid at position {} in '{}'.",
                            text_.substr(at, next - at), UnitsTo(at), text_));
}

std::size_t FilterLexer::UnitsTo(std::size_t offset) const {
  return Utf16Length(text_.substr(0, offset));
}

Status FilterLexer::Take(TokenKind kind, std::size_t end) {
  token_.kind = kind;
  token_.text = text_.substr(token_.begin, end - token_.begin);
  end_ = end;
  return {};
}

Status FilterLexer::TakeLiteral(std::string_view type, std::size_t end) {
  token_.type = type;
  return Take(ParseEdmType(type) ? TokenKind::kLiteral : TokenKind::kForeignLiteral, end);
}

Status FilterLexer::TakeString() {
  std::size_t at = token_.begin;
  do {
    at = text_.find('\'', at + 1);
    if (at == std::string_view::npos) {
      return Refuse(fmt::format("There is an unterminated string literal at position {} in '{}'.",
                                UnitsTo(text_.size()), text_));
    }
    ++at;
  } while (At(at, "'"));
  return TakeLiteral("Edm.String", at);
}

Status FilterLexer::TakeNumber(std::size_t digits) {
  std::string_view type = "Edm.Int32";
  std::size_t at = SkipDigits(digits);
  const auto digit_expected = [&] {
    return Refuse(fmt::format("A digit was expected at position {} in '{}'.", UnitsTo(at), text_));
  };
  if (At(at, ".")) {
    type = "Edm.Double";
    if (!DigitAt(++at)) {
      return digit_expected();
    }
    at = SkipDigits(at);
  }
  if (At(at, "eE")) {
    type = "Edm.Double";
    if (At(++at, "+-")) {
      ++at;
    }
    if (!DigitAt(at)) {
      return digit_expected();
    }
    at = SkipDigits(at);
  }
  if (At(at, "lL")) {
    return TakeLiteral("Edm.Int64", at + 1);
  }
  if (At(at, "dD")) {
    return TakeLiteral("Edm.Double", at + 1);
  }
  if (At(at, "fF")) {
    return TakeLiteral("Edm.Single", at + 1);
  }
  if (At(at, "mM")) {
    return TakeLiteral("Edm.Decimal", at + 1);
  }
  return TakeLiteral(type, at);
}

Status FilterLexer::TakeWord() {
  const std::size_t end = SkipIdentifier(token_.begin + (text_[token_.begin] == '$' ? 1 : 0));
  const std::string_view word = text_.substr(token_.begin, end - token_.begin);
  if (At(end, "'")) {
    for (const Prefix& prefix : kPrefixes) {
      if (EqualsIgnoringAsciiCase(word, prefix.word)) {
        return TakeQuoted(prefix.type, end);
      }
    }
  }
  if (word == "true" || word == "false") {
    return TakeLiteral("Edm.Boolean", end);
  }
  if (word == "NaN" || word == "INF") {
    return TakeLiteral("Edm.Double", end);
  }
  return Take(word == "null" ? TokenKind::kNull : TokenKind::kIdentifier, end);
}

Status FilterLexer::TakeQuoted(std::string_view type, std::size_t quote) {
  const std::size_t closing = text_.find('\'', quote + 1);
  if (closing == std::string_view::npos) {
    return Refuse(fmt::format("There is an unterminated literal at position {} in '{}'.",
                              UnitsTo(text_.size()), text_));
  }
  return TakeLiteral(type, closing + 1);
}

std::size_t FilterLexer::SkipDigits(std::size_t at) const {
  while (DigitAt(at)) {
    ++at;
  }
  return at;
}

// Accepts digits in the first place, too; no caller is positioned at one.
std::size_t FilterLexer::SkipIdentifier(std::size_t at) const {
  while (at < text_.size()) {
    const char character = text_[at];
    std::size_t next = at;
    if (!IsAsciiLetter(character) && !IsDigit(character) && character != '_' &&
        !IsForeignLetter(DecodeCodePoint(text_, next))) {
      break;
    }
    at = next > at ? next : at + 1;
  }
  return at;
}

bool FilterLexer::DigitAt(std::size_t at) const { return at < text_.size() && IsDigit(text_[at]); }

bool FilterLexer::At(std::size_t at, std::string_view any_of) const {
  return at < text_.size() && any_of.find(text_[at]) != std::string_view::npos;
}

}  // namespace rowhouse
