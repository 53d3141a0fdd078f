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

void AppendPart(std::string& out, std::string_view boundary, const PartAnswer& part) {
  out.append("--").append(boundary).append(kPartHead).append("HTTP/1.1 ");
  out.append(fmt::format_int(part.status).c_str()).append(" ").append(PhraseOf(part.status));
  out += kLineEnd;
  AppendMessage(out, part.headers, part.body);
}

// The approximate size of an answer.
std::size_t BytesOf(const std::vector<PartAnswer>& parts) {
  constexpr std::size_t envelope = 512;
  constexpr std::size_t part_head = 768;
  std::size_t bytes = envelope + part_head * parts.size();
  for (const PartAnswer& part : parts) bytes += part.body.size();
  return bytes;
}

}  // namespace

PartAnswer MakeWritePart(WriteAnswer answer, const SubRequest& operation) {
  PartAnswer part{.status = answer.status, .body = std::move(answer.body)};
  part.headers.reserve(answer.headers.size() + 4);
  // Headers that describe a body come first if there is one, and last otherwise.
  const bool body_first = FindHeader(answer.headers, "Content-Type").has_value();
  auto rest = answer.headers.begin();
  if (body_first) {
    part.headers.emplace_back("DataServiceVersion", answer.data_service_version);
    part.headers.push_back(std::move(*rest++));
  }
  AppendContentId(part.headers, operation);
  part.headers.emplace_back("X-Content-Type-Options", "nosniff");
  part.headers.emplace_back("Cache-Control", "no-cache");
  if (rest != answer.headers.end() && rest->first == "Preference-Applied") {
    part.headers.push_back(std::move(*rest++));
  }
  if (!body_first) part.headers.emplace_back("DataServiceVersion", answer.data_service_version);
  part.headers.insert(part.headers.end(), std::make_move_iterator(rest),
                      std::make_move_iterator(answer.headers.end()));
  return part;
}

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

MultipartBody WriteChangeSetAnswer(const std::vector<PartAnswer>& parts, std::string (*guid)()) {
  const std::string batch = fmt::format("batchresponse_{}", guid());
  const std::string change_set = fmt::format("changesetresponse_{}", guid());
  std::string body =
      fmt::format("--{}\r\nContent-Type: multipart/mixed; boundary={}\r\n\r\n", batch, change_set);
  body.reserve(BytesOf(parts));
  for (const PartAnswer& part : parts) AppendPart(body, change_set, part);
  fmt::format_to(std::back_inserter(body), "--{}--\r\n--{}--\r\n", change_set, batch);
  return {.content_type = fmt::format("multipart/mixed; boundary={}", batch),
          .body = std::move(body)};
}

MultipartBody WriteQueryAnswer(const PartAnswer& part, std::string (*guid)()) {
  const std::string batch = fmt::format("batchresponse_{}", guid());
  std::string body;
  AppendPart(body, batch, part);
  fmt::format_to(std::back_inserter(body), "--{}--\r\n", batch);
  return {.content_type = fmt::format("multipart/mixed; boundary={}", batch),
          .body = std::move(body)};
}

}  // namespace rowhouse
