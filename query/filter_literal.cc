#include "query/filter_literal.h"

#include "base/ascii.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <limits>
#include <utility>

namespace rowhouse {
namespace {

// The text between the first and the last quote.
std::string_view Quoted(std::string_view text) {
  const std::size_t open = text.find('\'') + 1;
  return text.substr(open, text.size() - open - 1);
}

std::string UndoubleQuotes(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    plain += text[at];
    if (text[at] == '\'') {
      ++at;
    }
  }
  return plain;
}

template <class Integer>
std::optional<EdmValue> ReadInteger(std::string_view digits) {
  return ParseNumber<Integer>(digits);
}

std::optional<EdmValue> ReadDoubleLiteral(std::string_view text) {
  if (text == "NaN") {
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (text == "INF" || text == "-INF") {
    const double infinity = std::numeric_limits<double>::infinity();
    return text == "INF" ? infinity : -infinity;
  }
  if (text.back() == 'd' || text.back() == 'D') {
    text.remove_suffix(1);
  }
  return ParseDouble(text);
}

// Turns an optional of one type into an optional of EdmValue.
template <class Value>
std::optional<EdmValue> Widen(std::optional<Value> value) {
  if (!value) {
    return std::nullopt;
  }
  return EdmValue(*std::move(value));
}

struct Printer {
  std::string operator()(const std::string& text) const {
    std::string out = "'";
    for (const char character : text) {
      out.append(character == '\'' ? 2 : 1, character);
    }
    return out + '\'';
  }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::int32_t value) const { return fmt::format("{}", value); }
  std::string operator()(std::int64_t value) const { return fmt::format("{}L", value); }
  std::string operator()(double value) const {
    if (std::isinf(value)) {
      return value < 0 ? "-INF" : "INF";
    }
    return FormatDouble(value);
  }
  std::string operator()(const DateTime& value) const {
    return fmt::format("datetime'{}'", value.ToString());
  }
  std::string operator()(const Guid& value) const {
    return fmt::format("guid'{}'", value.ToString());
  }
  std::string operator()(const Binary& value) const {
    std::string out = "X'";
    for (const std::uint8_t byte : value.bytes) {
      out += fmt::format("{:02x}", byte);
    }
    return out + '\'';
  }
};

}  // namespace

std::optional<EdmValue> ReadLiteral(EdmType type, std::string_view text) {
  switch (type) {
    case EdmType::kString:
      return UndoubleQuotes(Quoted(text));
    case EdmType::kInt32:
      return ReadInteger<std::int32_t>(text);
    case EdmType::kInt64:
      return ReadInteger<std::int64_t>(text.substr(0, text.size() - 1));
    case EdmType::kDouble:
      return ReadDoubleLiteral(text);
    case EdmType::kBoolean:
      return text == "true";
    case EdmType::kDateTime:
      return Widen(DateTime::Parse(Quoted(text)));
    case EdmType::kGuid:
      return Widen(Guid::Parse(Quoted(text)));
    case EdmType::kBinary:
      return Widen(Binary::ParseHex(Quoted(text)));
  }
  std::abort();
}

std::string PrintLiteral(const EdmValue& value) { return std::visit(Printer{}, value); }

}  // namespace rowhouse
