#include "table_service/wire/response_text.h"

#include <algorithm>
#include <boost/beast/http/status.hpp>
#include <fmt/format.h>
#include <iterator>

namespace rowhouse::wire {
namespace {

constexpr std::string_view kLineEnd = "\r\n";

void AppendClean(std::string& text, std::string_view value) {
  const std::size_t start = text.size();
  text.append(value);
  std::replace_if(
      text.begin() + static_cast<std::ptrdiff_t>(start), text.end(),
      [](char c) { return c == '\r' || c == '\n' || c == '\0'; }, ' ');
}

std::string_view StandardReason(int status) {
  namespace beast_http = boost::beast::http;
  const auto known = beast_http::int_to_status(static_cast<unsigned>(status));
  if (known == beast_http::status::unknown) return "Unknown";
  const auto reason = beast_http::obsolete_reason(known);
  return {reason.data(), reason.size()};
}

void AppendField(std::string& text, std::string_view name, std::string_view value) {
  AppendClean(text, name);
  text.append(": ");
  AppendClean(text, value);
  text.append(kLineEnd);
}

// A 204 has "Content-Length: 0", as in the service's own answers.
BodyForm ChooseForm(const Response& response, const Framing& framing) {
  if (response.status == 204 || response.status == 304) return BodyForm::kNone;
  return response.chunked && framing.http11 ? BodyForm::kChunk : BodyForm::kPlain;
}

}  // namespace

BodyForm AppendResponseHead(std::string& text, const Response& response, const Framing& framing,
                            std::string_view date) {
  text.append(framing.http11 ? "HTTP/1.1 " : "HTTP/1.0 ");
  fmt::format_to(std::back_inserter(text), "{} ", response.status);
  AppendClean(text, response.reason.empty() ? StandardReason(response.status)
                                            : std::string_view(response.reason));
  text.append(kLineEnd);
  for (const auto& [name, value] : response.headers) AppendField(text, name, value);
  AppendField(text, "Date", date);
  if (!framing.keep_alive) {
    AppendField(text, "Connection", "close");
  } else if (!framing.http11) {
    AppendField(text, "Connection", "keep-alive");
  }
  const BodyForm form = ChooseForm(response, framing);
  if (form == BodyForm::kChunk) {
    AppendField(text, "Transfer-Encoding", "chunked");
  } else if (response.status != 304) {
    const std::size_t length = form == BodyForm::kPlain ? response.body.size() : 0;
    fmt::format_to(std::back_inserter(text), "Content-Length: {}\r\n", length);
  }
  text.append(kLineEnd);
  if (framing.head_method) return BodyForm::kNone;
  if (form == BodyForm::kChunk) {
    if (response.body.empty()) {
      text.append("0\r\n\r\n");
      return BodyForm::kNone;
    }
    fmt::format_to(std::back_inserter(text), "{:x}\r\n", response.body.size());
  }
  return form;
}

}  // namespace rowhouse::wire
