#include "batch/batch_call.h"

#include "base/ascii.h"
#include "batch/multipart_text.h"

#include <charconv>
#include <cstddef>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <utility>

namespace rowhouse {
namespace {

void AppendRequest(std::string& out, std::string_view boundary, const PartRequest& request,
                   std::size_t place) {
  out.append("--").append(boundary).append(kPartHead).append(request.method).append(" ");
  out.append(request.target).append(" HTTP/1.1\r\nContent-ID: ");
  out.append(fmt::format_int(place).c_str()).append(kLineEnd);
  AppendMessage(out, request.headers, request.body);
}

// The approximate size of a change set.
std::size_t BytesOf(const std::vector<PartRequest>& operations) {
  constexpr std::size_t envelope = 512;
  constexpr std::size_t part_head = 512;
  std::size_t bytes = envelope;
  for (const PartRequest& request : operations) {
    bytes += part_head + request.target.size() + request.body.size();
  }
  return bytes;
}

tl::unexpected<Error> Unreadable(std::string_view what) {
  return Fail(ErrorCode::kInvalidInput, fmt::format("The answer to the batch {}.", what));
}

// "HTTP/1.1 204 No Content".
std::optional<int> ParseStatusLine(std::string_view line) {
  const std::size_t space = line.find(' ');
  if (!line.starts_with("HTTP/") || space == std::string_view::npos) return std::nullopt;
  const std::string_view rest = TrimBlanks(line.substr(space));
  int status = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), status);
  if (error != std::errc() || status < 100 || status > 599) return std::nullopt;
  return status;
}

std::optional<PartAnswer> ParsePart(std::string_view rest) {
  HeaderViews headers;
  if (!TakePartHeaders(rest, headers)) return std::nullopt;
  while (rest.starts_with('\r') || rest.starts_with('\n')) rest.remove_prefix(1);
  const auto status = ParseStatusLine(TakeLine(rest));
  if (!status || TakeHeaders(rest, headers) != HeadersEnd::kComplete) return std::nullopt;
  while (rest.ends_with('\r') || rest.ends_with('\n')) rest.remove_suffix(1);
  PartAnswer answer{.status = *status, .body = std::string(rest)};
  for (const auto& [name, value] : headers) AppendHeader(answer.headers, name, value);
  return answer;
}

// The parts between the delimiters of `boundary`, of which the last must be a closing one.
Result<std::vector<std::string_view>> Split(std::string_view text, std::string_view boundary) {
  DelimiterScanner scanner(text, boundary);
  std::vector<std::string_view> parts;
  auto left = scanner.Next();
  while (left && !left->closing) {
    const auto right = scanner.Next();
    if (!right) break;
    parts.push_back(Between(text, *left, *right));
    left = right;
  }
  if (!left || !left->closing) return Unreadable("is truncated");
  return parts;
}

}  // namespace

MultipartBody WriteChangeSet(const std::vector<PartRequest>& operations, std::string (*guid)()) {
  const std::string batch = fmt::format("batch_{}", guid());
  const std::string change_set = fmt::format("changeset_{}", guid());
  std::string body =
      fmt::format("--{}\r\nContent-Type: multipart/mixed; boundary={}\r\n\r\n", batch, change_set);
  body.reserve(BytesOf(operations));
  std::size_t place = 0;
  for (const PartRequest& request : operations) AppendRequest(body, change_set, request, place++);
  fmt::format_to(std::back_inserter(body), "--{}--\r\n--{}--\r\n", change_set, batch);
  return {.content_type = fmt::format("multipart/mixed; boundary={}", batch),
          .body = std::move(body)};
}

Result<std::vector<PartAnswer>> ParseBatchAnswer(std::string_view content_type,
                                                 std::string_view body) {
  const auto boundary = BoundaryOf(content_type);
  if (!boundary) return Unreadable("is not multipart/mixed");
  auto parts = Split(body, *boundary);
  if (!parts) return tl::unexpected<Error>(std::move(parts.error()));
  if (parts->size() != 1) return Unreadable("does not have exactly one part");
  std::string_view content = parts->front();
  HeaderViews headers;
  const bool has_headers = TakePartHeaders(content, headers);
  const auto type = has_headers ? FindHeader(headers, "Content-Type") : std::nullopt;
  if (const auto inner = type ? BoundaryOf(*type) : std::nullopt) {
    parts = Split(content, *inner);
    if (!parts) return tl::unexpected<Error>(std::move(parts.error()));
  }
  std::vector<PartAnswer> answers;
  answers.reserve(parts->size());
  for (const std::string_view part : *parts) {
    auto answer = ParsePart(part);
    if (!answer) return Unreadable("has a part that is not an HTTP response");
    answers.push_back(std::move(*answer));
  }
  return answers;
}

}  // namespace rowhouse
