#include "cli/query/filter_hints.h"

#include "base/ascii.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <rowhouse/value.h>
#include <utility>

namespace rowhouse::cli {
namespace {

enum class TokenKind : std::uint8_t { kWord, kText, kDoubleQuoted, kSymbol, kPunctuation };

struct Token {
  TokenKind kind = TokenKind::kWord;
  std::string_view text = {};  // of kText and kDoubleQuoted: what is between the quotes
};

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kSymbols = "=<>!&|";
constexpr std::string_view kPunctuation = "(),";

// Splits loosely: the text may be anything that a person has typed.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : left_(text) {}

  std::optional<Token> Next() {
    const std::size_t begin = left_.find_first_not_of(kBlanks);
    if (begin == left_.npos) return std::nullopt;
    left_.remove_prefix(begin);
    const char first = left_.front();
    if (first == '\'') return Quoted(TokenKind::kText, first);
    if (first == '"') return Quoted(TokenKind::kDoubleQuoted, first);
    if (kPunctuation.find(first) != kPunctuation.npos) return Take(TokenKind::kPunctuation, 1);
    if (kSymbols.find(first) != kSymbols.npos) {
      return Take(TokenKind::kSymbol,
                  EndOf([](char one) { return kSymbols.find(one) != kSymbols.npos; }));
    }
    const std::size_t end = EndOf([](char one) {
      return one != '\'' && one != '"' && kSymbols.find(one) == kSymbols.npos &&
             kPunctuation.find(one) == kPunctuation.npos && kBlanks.find(one) == kBlanks.npos;
    });
    // datetime'...' and the like: the word belongs to the text that follows at once.
    if (end < left_.size() && left_[end] == '\'') {
      left_.remove_prefix(end);
      Token literal = Quoted(TokenKind::kText, '\'');
      literal.kind = TokenKind::kPunctuation;
      return literal;
    }
    return Take(TokenKind::kWord, end);
  }

 private:
  template <class Belongs>
  std::size_t EndOf(Belongs belongs) const {
    return static_cast<std::size_t>(std::ranges::find_if_not(left_, belongs) - left_.begin());
  }

  Token Take(TokenKind kind, std::size_t size) {
    const Token token{kind, left_.substr(0, size)};
    left_.remove_prefix(size);
    return token;
  }

  // To the closing quote or, without one, to the end. A doubled quote is part of the text.
  Token Quoted(TokenKind kind, char quote) {
    std::size_t end = left_.find(quote, 1);
    while (end != left_.npos && end + 1 < left_.size() && left_[end + 1] == quote) {
      end = left_.find(quote, end + 2);
    }
    const Token token{kind, left_.substr(1, end == left_.npos ? end : end - 1)};
    left_.remove_prefix(end == left_.npos ? left_.size() : end + 1);
    return token;
  }

  std::string_view left_;
};

using Row = std::pair<std::string_view, std::string_view>;

constexpr std::array kOperatorOf = std::to_array<Row>({{"=", "eq"},
                                                       {"==", "eq"},
                                                       {"===", "eq"},
                                                       {"!=", "ne"},
                                                       {"<>", "ne"},
                                                       {"<", "lt"},
                                                       {"<=", "le"},
                                                       {">", "gt"},
                                                       {">=", "ge"},
                                                       {"=>", "ge"},
                                                       {"=<", "le"},
                                                       {"&&", "and"},
                                                       {"&", "and"},
                                                       {"||", "or"},
                                                       {"|", "or"},
                                                       {"!", "not"}});

constexpr std::string_view kPrefixRemedy =
    "a beginning is asked for by a range: Name ge 'ab' and Name lt 'ac'; of keys by --prefix and "
    "--row-prefix";
constexpr std::string_view kSearchRemedy =
    "the service cannot search inside texts; read them and search in what came: `-o jsonl | grep`";

constexpr std::array kUnknownWords = std::to_array<Row>(
    {{"like", kPrefixRemedy},
     {"startswith", kPrefixRemedy},
     {"contains", kSearchRemedy},
     {"substringof", kSearchRemedy},
     {"endswith", kSearchRemedy},
     {"matches", kSearchRemedy},
     {"in", "write one comparison for each value: City eq 'a' or City eq 'b'"},
     {"between", "write two comparisons: Born ge 1800 and Born le 1900"},
     {"is", "compare with eq or ne; an absent property matches no comparison"},
     {"null", "no value is null: an absent property matches no comparison, also not with ne"}});

constexpr std::array<std::string_view, 9> kOperators = {"eq", "ne",  "gt", "ge", "lt",
                                                        "le", "and", "or", "not"};
constexpr std::array<std::string_view, 6> kComparisons = {"eq", "ne", "gt", "ge", "lt", "le"};

template <std::size_t size>
const Row* Find(const std::array<Row, size>& rows, std::string_view name) {
  const auto found = std::ranges::find(rows, name, &Row::first);
  return found == rows.end() ? nullptr : &*found;
}

template <class Words>
bool Has(const Words& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

bool IsInteger(std::string_view word) {
  if (word.starts_with('-')) word.remove_prefix(1);
  return !word.empty() && word.find_first_not_of("0123456789") == word.npos;
}

bool IsNumber(std::string_view word) { return ParseNumber<double>(word).has_value(); }

// "2026-01-31" and what can follow it.
bool IsDate(std::string_view word) {
  return word.size() >= 10 && IsInteger(word.substr(0, 4)) && word[4] == '-' &&
         IsInteger(word.substr(5, 2)) && word[7] == '-' && IsInteger(word.substr(8, 2)) &&
         (word.size() == 10 || word[10] == 'T' || word[10] == ' ');
}

bool IsGuid(std::string_view word) {
  return word.size() == 36 && tables::Guid::Parse(word).has_value();
}

std::string DateLiteral(std::string_view date) {
  constexpr std::size_t date_size = 10;  // YYYY-MM-DD
  std::string text(date.substr(0, date_size));
  text += date.size() > 11 ? fmt::format("T{}", date.substr(11)) : "T00:00:00";
  const bool has_zone = text.find_first_of("Z+-", date_size) != text.npos;
  if (!has_zone) text += 'Z';
  return fmt::format("datetime'{}'", text);
}

class Hints {
 public:
  Hints(std::string_view filter, FilterOutcome outcome) : outcome_(outcome) {
    Scanner scanner(filter);
    while (const auto token = scanner.Next()) {
      Look(*token);
      before_ = last_;
      last_ = *token;
    }
  }

  std::vector<std::string> Take() { return std::move(hints_); }

 private:
  bool IsRefused() const { return outcome_ == FilterOutcome::kRefused; }

  // Each kind of slip is told once, whatever is in the text.
  void Say(std::string_view kind, std::string hint) {
    if (Has(kinds_, kind)) return;
    kinds_.push_back(kind);
    hints_.push_back(std::move(hint));
  }

  // The token is the right side of a comparison.
  bool IsValue() const {
    if (last_.kind == TokenKind::kSymbol) {
      const Row* const row = Find(kOperatorOf, last_.text);
      return row != nullptr && Has(kComparisons, row->second);
    }
    return last_.kind == TokenKind::kWord && Has(kComparisons, AsciiLower(last_.text));
  }
  bool IsComparedWithKey() const {
    return before_.text == "PartitionKey" || before_.text == "RowKey";
  }

  void Look(const Token& token) {
    switch (token.kind) {
      case TokenKind::kDoubleQuoted:
        return Say("quotes", fmt::format("put text in single quotes: '{}', not \"{}\"; the "
                                         "filter as a whole in double ones",
                                         token.text, token.text));
      case TokenKind::kSymbol:
        return LookAtSymbol(token.text);
      case TokenKind::kText:
        if (IsValue() && !IsComparedWithKey()) LookAtText(token.text);
        return;
      case TokenKind::kWord:
        return IsValue() ? LookAtValue(token.text) : LookAtName(token.text);
      case TokenKind::kPunctuation:
        return;
    }
  }

  void LookAtSymbol(std::string_view symbol) {
    if (const Row* const row = Find(kOperatorOf, symbol)) {
      Say(row->second, fmt::format("'{}' is written '{}'", symbol, row->second));
    }
  }

  void LookAtName(std::string_view word) {
    const std::string lower = AsciiLower(word);
    if (const Row* const row = Find(kUnknownWords, lower); row != nullptr && IsRefused()) {
      Say(row->first, fmt::format("there is no '{}': {}", word, row->second));
    } else if (lower != word && Has(kOperators, lower) && IsRefused()) {
      Say("case", fmt::format("operators are in small letters: '{}' is written '{}'", word, lower));
    }
  }

  void LookAtValue(std::string_view word) {
    if (AsciiLower(word) == "null") return LookAtName(word);
    if (IsDate(word)) {
      return Say("date", fmt::format("a date is written {}", DateLiteral(word)));
    }
    if (IsGuid(word)) return Say("guid", fmt::format("a Guid is written guid'{}'", word));
    if (IsInteger(word)) {
      if (!ParseNumber<std::int32_t>(word)) {
        Say("large",
            fmt::format("a number beyond 2,147,483,647 is an Int64 and is written {}L", word));
      }
      return;
    }
    const std::string lower = AsciiLower(word);
    if (lower == "true" || lower == "false") {
      if (lower != word) Say("boolean", fmt::format("'{}' is written {}", word, lower));
      return;
    }
    const bool is_suffixed = word.size() > 1 && IsNumber(word.substr(0, word.size() - 1));
    if (IsNumber(word) || is_suffixed || Has(kOperators, lower)) return;
    Say("word", fmt::format("text stands in quotes: '{}'", word));
  }

  // A text where a property may have another type: then nothing matches, and nobody says why.
  void LookAtText(std::string_view text) {
    if (IsGuid(text)) {
      Say("guid", fmt::format("'{}' is a text; a property of type Guid is compared with guid'{}'",
                              text, text));
    } else if (IsDate(text)) {
      Say("date", fmt::format("'{}' is a text; a property of type DateTime is compared with {}",
                              text, DateLiteral(text)));
    } else if (IsNumber(text) || text == "true" || text == "false") {
      Say("number", fmt::format("'{}' is a text; a property that is a number or a Boolean is "
                                "compared with {}",
                                text, text));
    }
  }

  FilterOutcome outcome_;
  Token before_ = {};
  Token last_ = {};
  std::vector<std::string_view> kinds_ = {};
  std::vector<std::string> hints_ = {};
};

}  // namespace

std::vector<std::string> FilterHints(std::string_view filter, FilterOutcome outcome) {
  return Hints(filter, outcome).Take();
}

}  // namespace rowhouse::cli
