// Writes batch answers, with strict CRLF and headers in the service's order (spec 8.3-8.5).

#include "batch/multipart.h"
#include "batch/multipart_text.h"

#include <array>
#include <fmt/format.h>
#include <iterator>
#include <utility>

namespace rowhouse {
namespace {

constexpr std::string_view kErrorDataServiceVersion = "3.0;";

struct StatusPhrase {
  int status;
  std::string_view phrase;
};
// All statuses of ToWire() and of successful operations.
constexpr std::array kPhrases{
    StatusPhrase{200, "OK"},
    StatusPhrase{201, "Created"},
    StatusPhrase{202, "Accepted"},
    StatusPhrase{204, "No Content"},
    StatusPhrase{304, "Not Modified"},
    StatusPhrase{400, "Bad Request"},
    StatusPhrase{401, "Unauthorized"},
    StatusPhrase{403, "Forbidden"},
    StatusPhrase{404, "Not Found"},
    StatusPhrase{405, "Method Not Allowed"},
    StatusPhrase{408, "Request Timeout"},
    StatusPhrase{409, "Conflict"},
    StatusPhrase{411, "Length Required"},
    StatusPhrase{412, "Precondition Failed"},
    StatusPhrase{413, "Request Entity Too Large"},
    StatusPhrase{415, "Unsupported Media Type"},
    StatusPhrase{431, "Request Header Fields Too Large"},
    StatusPhrase{500, "Internal Server Error"},
    StatusPhrase{501, "Not Implemented"},
    StatusPhrase{503, "Service Unavailable"},
};

std::string_view PhraseOf(int status) {
  for (const StatusPhrase& known : kPhrases) {
    if (known.status == status) return known.phrase;
  }
  return "";
}

void AppendContentId(HeaderList& headers, const SubRequest& operation) {
  if (const auto id = FindHeader(operation.headers, "Content-ID")) {
    headers.emplace_back("Content-ID", *id);
  }
}

std::string PartHead(std::string_view boundary) {
  return fmt::format("--{}{}HTTP/1.1 ", boundary, kPartHead);
}

void AppendStatus(std::string& out, int status) {
  out.append(fmt::format_int(status).c_str()).append(" ").append(PhraseOf(status));
  out += kLineEnd;
}

void AppendField(std::string& out, std::string_view name, std::string_view value) {
  out.append(name).append(": ").append(value).append(kLineEnd);
}

}  // namespace

PartAnswer MakeQueryPart(std::string body, std::string_view content_type,
                         const SubRequest& operation) {
  PartAnswer part{.status = 200, .body = std::move(body)};
  part.headers.emplace_back("DataServiceVersion", "3.0;");
  part.headers.emplace_back("Content-Type", content_type);
  AppendContentId(part.headers, operation);
  part.headers.emplace_back("X-Content-Type-Options", "nosniff");
  part.headers.emplace_back("Cache-Control", "no-cache");
  return part;
}

PartAnswer MakeErrorPart(const Error& error, std::string body, std::string_view content_type,
                         const SubRequest& operation) {
  PartAnswer part{.status = ToWire(error.code).status, .body = std::move(body)};
  const bool while_reading = error.stage == ErrorStage::kRequest;
  const Preference preference = EchoedPreference(operation.method, operation.headers);
  AppendContentId(part.headers, operation);
  part.headers.emplace_back("X-Content-Type-Options", "nosniff");
  if (!while_reading) part.headers.emplace_back("Cache-Control", "no-cache");
  if (!while_reading && preference != Preference::kNone) {
    part.headers.emplace_back("Preference-Applied", ToString(preference));
  }
  part.headers.emplace_back("DataServiceVersion", kErrorDataServiceVersion);
  part.headers.emplace_back("Content-Type", content_type);
  return part;
}

ChangeSetAnswer::ChangeSetAnswer(std::string (*guid)(), std::size_t parts)
    : batch_(fmt::format("batchresponse_{}", guid())),
      change_set_(fmt::format("changesetresponse_{}", guid())),
      part_head_(PartHead(change_set_)) {
  constexpr std::size_t envelope = 512;
  constexpr std::size_t part = 768;  // without a body
  body_.reserve(envelope + part * parts);
  fmt::format_to(std::back_inserter(body_),
                 "--{}\r\nContent-Type: multipart/mixed; boundary={}\r\n\r\n", batch_, change_set_);
}

void ChangeSetAnswer::BeginPart(int status) {
  body_ += part_head_;
  AppendStatus(body_, status);
}

void ChangeSetAnswer::Add(const WriteAnswer& answer, const SubRequest& operation) {
  BeginPart(answer.status);
  // Headers that describe a body come first if there is one, and last otherwise.
  const bool has_body = !answer.content_type.empty();
  if (has_body) {
    AppendField(body_, "DataServiceVersion", answer.data_service_version);
    AppendField(body_, "Content-Type", answer.content_type);
  }
  if (const auto id = FindHeader(operation.headers, "Content-ID")) {
    AppendField(body_, "Content-ID", *id);
  }
  body_ += "X-Content-Type-Options: nosniff\r\nCache-Control: no-cache\r\n";
  if (!answer.preference.empty()) AppendField(body_, "Preference-Applied", answer.preference);
  if (!has_body) AppendField(body_, "DataServiceVersion", answer.data_service_version);
  if (!answer.location.empty()) AppendField(body_, "Location", answer.location);
  if (answer.has_id) AppendField(body_, "DataServiceId", answer.location);
  if (!answer.etag.empty()) AppendField(body_, "ETag", answer.etag);
  body_.append(kLineEnd).append(answer.body).append(kLineEnd);
}

void ChangeSetAnswer::Add(const PartAnswer& part) {
  BeginPart(part.status);
  AppendMessage(body_, part.headers, part.body);
}

MultipartBody ChangeSetAnswer::Finish() {
  fmt::format_to(std::back_inserter(body_), "--{}--\r\n--{}--\r\n", change_set_, batch_);
  return {.content_type = fmt::format("multipart/mixed; boundary={}", batch_),
          .body = std::move(body_)};
}

MultipartBody WriteQueryAnswer(const PartAnswer& part, std::string (*guid)()) {
  const std::string batch = fmt::format("batchresponse_{}", guid());
  std::string body = PartHead(batch);
  AppendStatus(body, part.status);
  AppendMessage(body, part.headers, part.body);
  fmt::format_to(std::back_inserter(body), "--{}--\r\n", batch);
  return {.content_type = fmt::format("multipart/mixed; boundary={}", batch),
          .body = std::move(body)};
}

}  // namespace rowhouse
