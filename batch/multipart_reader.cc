// Reads batch requests. See multipart.h for the grammar.

#include "base/ascii.h"
#include "batch/multipart.h"
#include "batch/multipart_text.h"
#include "entity/limits.h"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace rowhouse {
namespace {

tl::unexpected<Error> Malformed() { return Fail(ErrorCode::kInvalidInput); }

tl::unexpected<Error> BadContentType() {
  return Fail(ErrorCode::kInvalidInput,
              "The content type specified in not valid for batch requests. Content type must be "
              "'multipart/mixed' and there must be a valid single boundary delimiter specified.");
}

// "METHOD target HTTP/1.1". The target may hold spaces: one client does not encode its keys.
bool ParseRequestLine(std::string_view line, SubRequest& request) {
  line = TrimBlanks(line);
  const std::size_t first = line.find(' ');
  const std::size_t last = line.rfind(' ');
  if (first == std::string_view::npos || !line.substr(last + 1).starts_with("HTTP/")) return false;
  if (first == last) return false;
  request.method = line.substr(0, first);
  request.target = TrimBlanks(line.substr(first, last - first));
  return !request.target.empty();
}

// Makes a list of the values of a header that is repeated, as AppendHeader() does. The texts of the
// lists are added to `joined`.
void JoinRepeated(HeaderViews& headers, std::vector<std::unique_ptr<const std::string>>& joined) {
  for (std::size_t i = 1; i < headers.size();) {
    const auto end = headers.begin() + static_cast<std::ptrdiff_t>(i);
    const auto earlier = std::find_if(headers.begin(), end, [&](const auto& header) {
      return EqualsIgnoringAsciiCase(header.first, headers[i].first);
    });
    if (earlier == end) {
      ++i;
      continue;
    }
    joined.push_back(std::make_unique<const std::string>(
        fmt::format("{}, {}", earlier->second, headers[i].second)));
    earlier->second = *joined.back();
    headers.erase(end);
  }
}

// The HTTP request inside an application/http part whose part headers have been consumed.
Result<SubRequest> ParseSubRequest(std::string_view rest, BatchRequest& batch) {
  while (!rest.empty() && (rest.front() == '\r' || rest.front() == '\n')) rest.remove_prefix(1);
  SubRequest request;
  if (!ParseRequestLine(TakeLine(rest), request)) return Malformed();
  if (TakeHeaders(rest, request.headers) != HeadersEnd::kComplete) return Malformed();
  JoinRepeated(request.headers, batch.joined);
  request.body = rest;
  return request;
}

// Whether the text is an integer, as Content-ID must be (spec 8.2).
bool IsInteger(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && text.size() <= 10 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// `earlier` has the ids of the earlier requests; the id of `request` is added.
Status CheckContentId(const SubRequest& request, std::unordered_set<std::string_view>& earlier) {
  const auto id = FindHeader(request.headers, "Content-ID");
  if (!id) return {};
  if (!IsInteger(*id)) {
    return Fail(ErrorCode::kInvalidInput,
                fmt::format("'{}' is not a valid value for the 'Content-ID' header. In batch "
                            "requests, the 'Content-ID' header must be an integer value.",
                            *id));
  }
  if (earlier.emplace(*id).second) return {};
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
  std::unordered_set<std::string_view> ids;
  HeaderViews part_headers;
  while (!left->closing && batch.operations.size() <= limits::kBatchOperationsMax) {
    const auto right = scanner.Next();
    if (!right && IsBlank(text.substr(left->end))) break;
    if (!right) return Malformed();
    std::string_view rest = Between(text, *left, *right);
    if (!TakePartHeaders(rest, part_headers)) return Malformed();
    auto request = ParseSubRequest(rest, batch);
    if (!request) return tl::unexpected<Error>(std::move(request.error()));
    if (auto checked = CheckContentId(*request, ids); !checked) {
      return tl::unexpected<Error>(std::move(checked.error()));
    }
    batch.operations.push_back(std::move(*request));
    left = right;
  }
  return batch;
}

Result<BatchRequest> ParseQuery(std::string_view text) {
  BatchRequest batch{.is_query = true};
  auto request = ParseSubRequest(text, batch);
  if (!request) return tl::unexpected<Error>(std::move(request.error()));
  if (request->method != "GET") return Malformed();
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
  HeaderViews headers;
  if (!TakePartHeaders(rest, headers)) return Malformed();
  const auto type = FindHeader(headers, "Content-Type");
  if (!type || AsciiLower(*type).starts_with("application/http")) return ParseQuery(rest);
  const auto inner_boundary = BoundaryOf(*type);
  if (!inner_boundary) return BadContentType();
  return ParseChangeSet(rest, *inner_boundary);
}

std::string_view SubRequestPath(std::string_view target) {
  target = target.substr(0, target.find('?'));
  target = target.substr(0, target.find('#'));
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
