// Reads batch requests. See multipart.h for the grammar.

#include "batch/multipart.h"
#include "entity/limits.h"
#include "entity/unicode.h"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <utility>

namespace rowhouse {
namespace {

constexpr std::size_t kBoundaryBytesMax = 70;  // RFC 2046 section 5.1.1
// More than any client sends; bounds what a header costs in memory beyond its bytes.
constexpr std::size_t kPartHeadersMax = 100;
constexpr std::string_view kSpaces = " \t";

std::string_view Trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kSpaces);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpaces) - begin + 1);
}

bool IsBlank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

tl::unexpected<Error> Malformed() { return Fail(ErrorCode::kInvalidInput); }

tl::unexpected<Error> BadContentType() {
  return Fail(ErrorCode::kInvalidInput,
              "The content type specified in not valid for batch requests. Content type must be "
              "'multipart/mixed' and there must be a valid single boundary delimiter specified.");
}

bool IsBoundaryCharacter(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
         std::string_view("'()+_,-./:=? ").find(c) != std::string_view::npos;
}

bool IsBoundary(std::string_view text) {
  return !text.empty() && text.size() <= kBoundaryBytesMax && text.back() != ' ' &&
         std::all_of(text.begin(), text.end(), IsBoundaryCharacter);
}

// The value at the start of `rest`, a token or a quoted string, taken off it. No value for an
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

// The boundary of a multipart/mixed Content-Type. No value for any other type and for anything but
// one legal boundary.
std::optional<std::string> BoundaryOf(std::string_view content_type) {
  const std::size_t type_end = std::min(content_type.find(';'), content_type.size());
  if (!EqualsIgnoringAsciiCase(Trim(content_type.substr(0, type_end)), "multipart/mixed")) {
    return std::nullopt;
  }
  std::string_view rest = content_type.substr(type_end);
  std::optional<std::string> boundary;
  while (rest.starts_with(';')) {
    rest = Trim(rest.substr(1));
    if (rest.empty()) break;
    const std::size_t equals = rest.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    const std::string_view name = Trim(rest.substr(0, equals));
    rest = Trim(rest.substr(equals + 1));
    auto value = TakeParameterValue(rest);
    rest = Trim(rest);
    if (!value) return std::nullopt;
    if (!EqualsIgnoringAsciiCase(name, "boundary")) continue;
    if (boundary || !IsBoundary(*value)) return std::nullopt;
    boundary = std::move(value);
  }
  return rest.empty() ? boundary : std::nullopt;
}

struct Delimiter {
  std::size_t content_end;  // of the content before it: where its line break begins
  std::size_t end;          // behind its own line break
  bool closing;
};

// Finds the delimiters of one boundary, one after the other. "--boundary" delimits at the start of
// a line, and also directly behind a closing brace, as one client ends its JSON; in both places
// only when nothing but white space follows on its line. A line break cannot stand inside a JSON
// string, so no property value can be taken for a delimiter.
class DelimiterScanner {
 public:
  DelimiterScanner(std::string_view text, std::string_view boundary)
      : text_(text), dashed_(fmt::format("--{}", boundary)) {}

  std::optional<Delimiter> Next() {
    for (;;) {
      const std::size_t begin = text_.find(dashed_, position_);
      if (begin == std::string_view::npos) return std::nullopt;
      if (auto delimiter = At(begin)) {
        position_ = delimiter->end;
        return delimiter;
      }
      position_ = begin + 1;
    }
  }

 private:
  std::optional<Delimiter> At(std::size_t begin) const {
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

  std::string_view text_;
  std::string dashed_;
  std::size_t position_ = 0;
};

// The text between two delimiters. A line break can belong to both, then nothing is between them.
std::string_view Between(std::string_view text, const Delimiter& left, const Delimiter& right) {
  return text.substr(left.end, std::max(left.end, right.content_end) - left.end);
}

// Takes the first line off `rest`, without its line break.
std::string_view TakeLine(std::string_view& rest) {
  const std::size_t break_at = rest.find('\n');
  std::string_view line = rest.substr(0, break_at);
  rest.remove_prefix(std::min(line.size() + 1, rest.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// "Name: value" of one line. No value when the line is anything else.
std::optional<std::pair<std::string, std::string>> ParseHeaderLine(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || colon == 0) return std::nullopt;
  const std::string_view name = line.substr(0, colon);
  if (name.find_first_of(kSpaces) != std::string_view::npos) return std::nullopt;
  return std::pair(std::string(name), std::string(Trim(line.substr(colon + 1))));
}

struct HeaderBlock {
  HeaderList headers;
  bool complete = false;  // ended by a blank line or by the text, not by a line that is no header
};

// Takes header lines and the blank line behind them off `rest`; stops before a line that is no
// header. No value for too many headers.
std::optional<HeaderBlock> TakeHeaders(std::string_view& rest) {
  HeaderBlock block;
  while (!rest.empty()) {
    std::string_view after = rest;
    const std::string_view line = TakeLine(after);
    auto header = ParseHeaderLine(line);
    if (!header && !line.empty()) return block;
    rest = after;
    if (!header) break;
    if (block.headers.size() == kPartHeadersMax) return std::nullopt;
    block.headers.push_back(std::move(*header));
  }
  block.complete = true;
  return block;
}

// Takes the headers of a part off `rest`. They may be missing altogether: then the request line
// comes first.
std::optional<HeaderList> TakePartHeaders(std::string_view& rest) {
  auto block = TakeHeaders(rest);
  if (!block || (!block->complete && !block->headers.empty())) return std::nullopt;
  return std::move(block->headers);
}

// "METHOD target HTTP/1.1". The target may hold spaces: one client does not encode its keys.
bool ParseRequestLine(std::string_view line, SubRequest& request) {
  line = Trim(line);
  const std::size_t first = line.find(' ');
  const std::size_t last = line.rfind(' ');
  if (first == std::string_view::npos || !line.substr(last + 1).starts_with("HTTP/")) return false;
  if (first == last) return false;
  request.method = line.substr(0, first);
  request.target = Trim(line.substr(first, last - first));
  return !request.target.empty();
}

// The HTTP request inside an application/http part whose part headers are taken off.
Result<SubRequest> ParseSubRequest(std::string_view rest) {
  while (!rest.empty() && (rest.front() == '\r' || rest.front() == '\n')) rest.remove_prefix(1);
  SubRequest request;
  if (!ParseRequestLine(TakeLine(rest), request)) return Malformed();
  auto head = TakeHeaders(rest);
  if (!head || !head->complete) return Malformed();
  request.headers = std::move(head->headers);
  request.body = rest;
  return request;
}

// An integer, as Content-ID must be (spec 8.2).
bool IsInteger(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && text.size() <= 10 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// `request` comes behind `earlier`.
Status CheckContentId(const SubRequest& request, const std::vector<SubRequest>& earlier) {
  const auto id = FindHeader(request.headers, "Content-ID");
  if (!id) return {};
  if (!IsInteger(*id)) {
    return Fail(ErrorCode::kInvalidInput,
                fmt::format("'{}' is not a valid value for the 'Content-ID' header. In batch "
                            "requests, the 'Content-ID' header must be an integer value.",
                            *id));
  }
  const bool repeated = std::any_of(earlier.begin(), earlier.end(), [&](const SubRequest& other) {
    return FindHeader(other.headers, "Content-ID") == id;
  });
  if (!repeated) return {};
  return Fail(ErrorCode::kInvalidInput,
              fmt::format("'{}' is not a unique 'Content-ID' in the given batch requests. In batch "
                          "requests, the 'Content-ID' value must be unique across all the "
                          "operations.",
                          *id));
}

// The operations of a change set. Its last delimiter may lack its "--" when nothing follows.
Result<BatchRequest> ParseChangeSet(std::string_view text, std::string_view boundary) {
  DelimiterScanner scanner(text, boundary);
  auto left = scanner.Next();
  if (!left) return Malformed();
  BatchRequest batch;
  while (!left->closing && batch.operations.size() <= limits::kBatchOperationsMax) {
    const auto right = scanner.Next();
    if (!right && IsBlank(text.substr(left->end))) break;
    if (!right) return Malformed();
    std::string_view rest = Between(text, *left, *right);
    if (!TakePartHeaders(rest)) return Malformed();
    auto request = ParseSubRequest(rest);
    if (!request) return tl::unexpected<Error>(std::move(request.error()));
    if (auto checked = CheckContentId(*request, batch.operations); !checked) {
      return tl::unexpected<Error>(std::move(checked.error()));
    }
    batch.operations.push_back(std::move(*request));
    left = right;
  }
  return batch;
}

Result<BatchRequest> ParseQuery(std::string_view text) {
  auto request = ParseSubRequest(text);
  if (!request) return tl::unexpected<Error>(std::move(request.error()));
  if (request->method != "GET") return Malformed();
  BatchRequest batch{.is_query = true};
  batch.operations.push_back(std::move(*request));
  return batch;
}

}  // namespace

Result<BatchRequest> ParseBatch(std::string_view content_type, std::string_view body) {
  const auto boundary = BoundaryOf(content_type);
  if (!boundary) return BadContentType();
  DelimiterScanner scanner(body, *boundary);
  const auto first = scanner.Next();
  if (!first || first->closing) return Malformed();
  const auto second = scanner.Next();
  if (!second) return Malformed();
  if (!second->closing && !IsBlank(body.substr(second->end))) {
    return Fail(ErrorCode::kInvalidInput,
                "The batch request exceeds the maximum 1 operations per request.");
  }

  std::string_view rest = Between(body, *first, *second);
  const auto headers = TakePartHeaders(rest);
  if (!headers) return Malformed();
  const auto type = FindHeader(*headers, "Content-Type");
  if (!type || AsciiLower(*type).starts_with("application/http")) return ParseQuery(rest);
  const auto inner_boundary = BoundaryOf(*type);
  if (!inner_boundary) return BadContentType();
  return ParseChangeSet(rest, *inner_boundary);
}

std::string_view SubRequestPath(std::string_view target) {
  target = target.substr(0, target.find_first_of("?#"));
  const std::size_t scheme_end = target.find("://");
  if (scheme_end != std::string_view::npos && target.find('/') == scheme_end + 1) {
    const std::size_t path = target.find('/', scheme_end + 3);
    target = path == std::string_view::npos ? std::string_view() : target.substr(path);
  }
  const std::size_t bracket = std::min(target.find('('), target.find("%28"));
  const std::size_t slash = target.substr(0, bracket).rfind('/');
  return slash == std::string_view::npos ? target : target.substr(slash);
}

std::string_view SubRequestQuery(std::string_view target) {
  target = target.substr(0, target.find('#'));
  const std::size_t mark = target.find('?');
  return mark == std::string_view::npos ? std::string_view() : target.substr(mark + 1);
}

}  // namespace rowhouse
