#include "batch/multipart_text.h"

#include "base/ascii.h"

#include <algorithm>
#include <fmt/format.h>
#include <string.h>
#include <utility>

namespace rowhouse {
namespace {

constexpr std::size_t kBoundaryBytesMax = 70;  // RFC 2046 section 5.1.1
// More than any client sends; bounds the memory overhead of headers.
constexpr std::size_t kPartHeadersMax = 100;
constexpr std::size_t kPartHeadersUsual = 8;
constexpr std::string_view kSpaces = " \t";

bool IsSpace(char c) { return c == ' ' || c == '\t'; }

bool IsBoundaryCharacter(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
         std::string_view("'()+_,-./:=? ").find(c) != std::string_view::npos;
}

bool IsBoundary(std::string_view text) {
  return !text.empty() && text.size() <= kBoundaryBytesMax && text.back() != ' ' &&
         std::all_of(text.begin(), text.end(), IsBoundaryCharacter);
}

// Consumes the value at the start of `rest`, a token or a quoted string. No value for an
// unterminated quoted string.
std::optional<std::string> TakeParameterValue(std::string_view& rest) {
  if (!rest.starts_with('"')) {
    const std::size_t end = std::min(rest.find_first_of("; \t"), rest.size());
    std::string token(rest.substr(0, end));
    rest.remove_prefix(end);
    return token;
  }
  std::string value;
  for (std::size_t i = 1; i < rest.size(); ++i) {
    if (rest[i] == '"') {
      rest.remove_prefix(i + 1);
      return value;
    }
    if (rest[i] == '\\' && i + 1 < rest.size()) ++i;
    value += rest[i];
  }
  return std::nullopt;
}

// Parses "Name: value". No value for any other line.
std::optional<std::pair<std::string_view, std::string_view>> ParseHeaderLine(
    std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || colon == 0) return std::nullopt;
  const std::string_view name = line.substr(0, colon);
  if (std::any_of(name.begin(), name.end(), IsSpace)) return std::nullopt;
  return std::pair(name, TrimBlanks(line.substr(colon + 1)));
}

}  // namespace

bool IsBlank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

std::optional<std::string> BoundaryOf(std::string_view content_type) {
  const std::size_t type_end = std::min(content_type.find(';'), content_type.size());
  if (!EqualsIgnoringAsciiCase(TrimBlanks(content_type.substr(0, type_end)), "multipart/mixed")) {
    return std::nullopt;
  }
  std::string_view rest = content_type.substr(type_end);
  std::optional<std::string> boundary;
  while (rest.starts_with(';')) {
    rest = TrimBlanks(rest.substr(1));
    if (rest.empty()) break;
    const std::size_t equals = rest.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    const std::string_view name = TrimBlanks(rest.substr(0, equals));
    rest = TrimBlanks(rest.substr(equals + 1));
    auto value = TakeParameterValue(rest);
    rest = TrimBlanks(rest);
    if (!value) return std::nullopt;
    if (!EqualsIgnoringAsciiCase(name, "boundary")) continue;
    if (boundary || !IsBoundary(*value)) return std::nullopt;
    boundary = std::move(value);
  }
  return rest.empty() ? boundary : std::nullopt;
}

DelimiterScanner::DelimiterScanner(std::string_view text, std::string_view boundary)
    : text_(text), dashed_(fmt::format("--{}", boundary)) {}

std::optional<Delimiter> DelimiterScanner::Next() {
  for (;;) {
    // memmem() skips by the length of the boundary; string_view::find() stops at each dash.
    const auto* const found = static_cast<const char*>(
        memmem(text_.data() + position_, text_.size() - position_, dashed_.data(), dashed_.size()));
    if (found == nullptr) return std::nullopt;
    const auto begin = static_cast<std::size_t>(found - text_.data());
    if (auto delimiter = At(begin)) {
      position_ = delimiter->end;
      return delimiter;
    }
    position_ = begin + 1;
  }
}

std::optional<Delimiter> DelimiterScanner::At(std::size_t begin) const {
  std::size_t content_end = begin;
  if (begin > 0 && text_[begin - 1] == '\n') {
    content_end -= begin > 1 && text_[begin - 2] == '\r' ? 2 : 1;
  } else if (begin > 0 && text_[begin - 1] != '}') {
    return std::nullopt;
  }
  std::size_t end = begin + dashed_.size();
  const bool closing = text_.substr(end, 2) == "--";
  if (closing) end += 2;
  end = std::min(text_.find_first_not_of(kSpaces, end), text_.size());
  if (text_.substr(end, 2) == "\r\n") {
    end += 2;
  } else if (text_.substr(end, 1) == "\n") {
    end += 1;
  } else if (end < text_.size()) {
    return std::nullopt;
  }
  return Delimiter{.content_end = content_end, .end = end, .closing = closing};
}

std::string_view Between(std::string_view text, const Delimiter& left, const Delimiter& right) {
  return text.substr(left.end, std::max(left.end, right.content_end) - left.end);
}

void AppendMessage(std::string& out, const HeaderList& headers, std::string_view body) {
  for (const auto& [name, value] : headers) {
    out.append(name).append(": ").append(value).append(kLineEnd);
  }
  out.append(kLineEnd).append(body).append(kLineEnd);
}

std::string_view TakeLine(std::string_view& rest) {
  const std::size_t break_at = rest.find('\n');
  std::string_view line = rest.substr(0, break_at);
  rest.remove_prefix(std::min(line.size() + 1, rest.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

HeadersEnd TakeHeaders(std::string_view& rest, HeaderViews& headers) {
  headers.clear();
  headers.reserve(kPartHeadersUsual);
  while (!rest.empty()) {
    std::string_view after = rest;
    const std::string_view line = TakeLine(after);
    const auto header = ParseHeaderLine(line);
    if (!header && !line.empty()) return HeadersEnd::kOtherLine;
    rest = after;
    if (!header) break;
    if (headers.size() == kPartHeadersMax) return HeadersEnd::kTooMany;
    headers.push_back(*header);
  }
  return HeadersEnd::kComplete;
}

bool TakePartHeaders(std::string_view& rest, HeaderViews& headers) {
  const HeadersEnd end = TakeHeaders(rest, headers);
  return end == HeadersEnd::kComplete || (end == HeadersEnd::kOtherLine && headers.empty());
}

}  // namespace rowhouse
