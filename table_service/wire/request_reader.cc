#include "table_service/wire/request_reader.h"

#include "base/ascii.h"
#include "entity/limits.h"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <cassert>
#include <limits>
#include <utility>

namespace rowhouse::wire {
namespace {

namespace beast_http = boost::beast::http;

std::string_view View(boost::beast::string_view text) { return {text.data(), text.size()}; }

// "http://host:1/path" split into "host:1" and "/path".
struct AbsoluteTarget {
  std::string authority;
  std::string origin;
};

std::optional<AbsoluteTarget> ParseAbsoluteTarget(std::string_view target) {
  const std::size_t colon = target.find("://");
  if (target.starts_with('/') || colon == std::string_view::npos) return std::nullopt;
  const std::string_view scheme = target.substr(0, colon);
  if (!EqualsIgnoringAsciiCase(scheme, "http") && !EqualsIgnoringAsciiCase(scheme, "https")) {
    return std::nullopt;
  }
  std::string_view authority = target.substr(colon + 3);
  const std::size_t end = std::min(authority.find_first_of("/?"), authority.size());
  std::string origin(authority.substr(end));
  if (!origin.starts_with('/')) origin.insert(0, "/");
  authority = authority.substr(0, end);
  const std::size_t at = authority.rfind('@');
  if (at != std::string_view::npos) authority.remove_prefix(at + 1);
  return AbsoluteTarget{std::string(authority), std::move(origin)};
}

}  // namespace

RequestReader::Progress RequestReader::ReadHead(std::string_view input) {
  std::size_t skipped = 0;  // empty lines before a request are ignored (RFC 9112 2.2)
  while (input.substr(skipped, 2) == "\r\n") skipped += 2;
  input.remove_prefix(skipped);
  if (input.empty() || input == "\r") return {Progress::State::kMore, skipped};

  switch (scanner_.Scan(input)) {
    case HeadScanner::Outcome::kMore:
      return {Progress::State::kMore, skipped};
    case HeadScanner::Outcome::kMalformed:
      return Refuse(RequestRefusal(ErrorCode::kInvalidInput));
    case HeadScanner::Outcome::kTooLong:
      return Refuse(RequestRefusal(ErrorCode::kRequestHeadersTooLarge));
    case HeadScanner::Outcome::kEnd:
      break;
  }
  header_limit(static_cast<std::uint32_t>(limits::kHeaderBytesMax + 1));
  body_limit(std::numeric_limits<std::uint64_t>::max());  // CheckHead() enforces the limit
  Error error;
  put(boost::asio::buffer(input.data(), scanner_.HeadBytes()), error);
  if (error || !head_done_) return Refuse(RequestRefusal(ErrorCode::kInvalidInput));
  if (const auto refusal = CheckHead()) return Refuse(*refusal);
  TakeAbsoluteTarget();
  return {Progress::State::kDone, skipped + scanner_.HeadBytes()};
}

RequestReader::Progress RequestReader::ReadChunks(std::string_view input) {
  assert(IsChunked());
  const ChunkDecoder::Progress progress = chunks_.Decode(input, request_.body);
  switch (progress.outcome) {
    case ChunkDecoder::Outcome::kMore:
      return {Progress::State::kMore, progress.used};
    case ChunkDecoder::Outcome::kDone:
      return {Progress::State::kDone, progress.used};
    case ChunkDecoder::Outcome::kMalformed:
      return Refuse(RequestRefusal(ErrorCode::kInvalidInput));
    case ChunkDecoder::Outcome::kBodyTooLarge:
      return Refuse(RequestRefusal(ErrorCode::kRequestBodyTooLarge));
    case ChunkDecoder::Outcome::kLinesTooLong:
      return Refuse(RequestRefusal(ErrorCode::kRequestHeadersTooLarge));
  }
  std::abort();
}

RequestReader::Progress RequestReader::Refuse(RequestRefusal refusal) {
  refusal_ = refusal;
  return {Progress::State::kRefused, 0};
}

// Refuses heads that the grammar allows but a server must not accept. The first reason that applies
// decides.
std::optional<RequestRefusal> RequestReader::CheckHead() {
  if (request_.target.size() > limits::kTargetBytesMax) {
    return RequestRefusal(ErrorCode::kInvalidUri, 414);
  }
  if (fields_ > limits::kHeaderFieldsMax) return RequestRefusal(ErrorCode::kRequestHeadersTooLarge);
  // An ambiguous length invites request smuggling (RFC 9112 6.1).
  if (has_transfer_encoding_ && !http11_) return RequestRefusal(ErrorCode::kInvalidInput);
  if (bad_transfer_encoding_) return RequestRefusal(ErrorCode::kNotImplemented);
  if (hosts_ > 1) return RequestRefusal(ErrorCode::kInvalidInput);
  const bool named = ParseAbsoluteTarget(request_.target).has_value() ||
                     !request_.Header("Host").value_or("").empty();
  if (http11_ && !named) return RequestRefusal(ErrorCode::kHostInformationNotPresent);
  if (content_length_ > limits::kBodyBytesMax)
    return RequestRefusal(ErrorCode::kRequestBodyTooLarge);
  if (http11_ && expects_other_) return RequestRefusal(ErrorCode::kInvalidHeaderValue, 417);
  return std::nullopt;
}

// The host of an absolute target replaces that of the Host header (RFC 9112 3.2.2).
void RequestReader::TakeAbsoluteTarget() {
  auto absolute = ParseAbsoluteTarget(request_.target);
  if (!absolute) return;
  request_.target = std::move(absolute->origin);
  const auto host = std::find_if(
      request_.headers.begin(), request_.headers.end(),
      [](const auto& header) { return EqualsIgnoringAsciiCase(header.first, "Host"); });
  if (host != request_.headers.end()) {
    host->second = std::move(absolute->authority);
  } else {
    request_.headers.emplace_back("Host", std::move(absolute->authority));
  }
}

void RequestReader::on_request_impl(beast_http::verb /*verb*/, Text method, Text target,
                                    int version, Error& /*error*/) {
  request_.method = View(method);
  request_.target = View(target);
  http11_ = version == 11;
}

void RequestReader::on_response_impl(int /*status*/, Text /*reason*/, int /*version*/,
                                     Error& /*error*/) {}

void RequestReader::on_field_impl(beast_http::field field, Text name, Text value,
                                  Error& /*error*/) {
  if (field == beast_http::field::host) ++hosts_;
  if (field == beast_http::field::transfer_encoding) {
    bad_transfer_encoding_ =
        has_transfer_encoding_ || !EqualsIgnoringAsciiCase(View(value), "chunked");
    has_transfer_encoding_ = true;
  }
  if (field == beast_http::field::expect) {
    const bool is_continue = EqualsIgnoringAsciiCase(View(value), "100-continue");
    (is_continue ? expects_continue_ : expects_other_) = true;
  }
  if (++fields_ <= limits::kHeaderFieldsMax) {
    AppendHeader(request_.headers, View(name), View(value));
  }
}

void RequestReader::on_header_impl(Error& /*error*/) {
  head_done_ = true;
  const auto length = content_length();
  content_length_ = length ? *length : 0;
  expects_continue_ = expects_continue_ && http11_;
}

// Beast parses only heads: bodies are read by the connection or by chunks_.
void RequestReader::on_body_init_impl(const boost::optional<std::uint64_t>& /*length*/,
                                      Error& /*error*/) {}

std::size_t RequestReader::on_body_impl(Text /*body*/, Error& /*error*/) { return 0; }

void RequestReader::on_chunk_header_impl(std::uint64_t /*size*/, Text /*extensions*/,
                                         Error& /*error*/) {}

std::size_t RequestReader::on_chunk_body_impl(std::uint64_t /*remain*/, Text /*body*/,
                                              Error& /*error*/) {
  return 0;
}

void RequestReader::on_finish_impl(Error& /*error*/) {}

}  // namespace rowhouse::wire
