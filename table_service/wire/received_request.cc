#include "table_service/wire/received_request.h"

#include "base/guid.h"
#include "entity/limits.h"

#include <utility>

namespace rowhouse::wire {
namespace {

constexpr std::string_view kVersionForm = "dddd-dd-dd";
constexpr std::string_view kServerName = "Windows-Azure-Table/1.0 Rowhouse/" ROWHOUSE_VERSION;

// The part of a client's request id that is sent back: at most 1 KiB, without any character that
// could end a header.
std::string EchoedRequestId(std::string_view id) {
  std::string echo(id.substr(0, limits::kClientRequestIdBytesMax));
  std::erase_if(echo, [](char c) { return c < 0x20 || c > 0x7E; });
  return echo;
}

}  // namespace

ReceivedRequest::ReceivedRequest(Request request_, Responder respond)
    : request(std::move(request_)),
      id(NewGuid()),
      begin(std::chrono::steady_clock::now()),
      respond_(std::move(respond)) {}

void ReceivedRequest::Respond(Response response) const {
  const Responder respond = std::exchange(respond_, nullptr);
  respond(std::move(response));
}

void AddCommonHeaders(const ReceivedRequest& received, std::string_view version,
                      Response& response) {
  response.headers.emplace_back("Server", kServerName);
  response.headers.emplace_back("x-ms-request-id", received.id);
  if (const auto id = received.request.Header("x-ms-client-request-id")) {
    response.headers.emplace_back("x-ms-client-request-id", EchoedRequestId(*id));
  }
  if (IsVersionDate(version)) response.headers.emplace_back("x-ms-version", version);
}

bool IsVersionDate(std::string_view text) {
  if (text.size() != kVersionForm.size()) return false;
  for (std::size_t i = 0; i < kVersionForm.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (kVersionForm[i] == 'd' ? !digit : text[i] != kVersionForm[i]) return false;
  }
  const std::string_view month = text.substr(5, 2);
  const std::string_view day = text.substr(8, 2);
  return month >= "01" && month <= "12" && day >= "01" && day <= "31";
}

}  // namespace rowhouse::wire
