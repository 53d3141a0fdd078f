#include "table_service/operations/service_call.h"

#include "base/guid.h"
#include "batch/entity_write.h"
#include "entity/limits.h"
#include "table_service/operations/access_log.h"
#include "table_service/operations/cors_headers.h"
#include "table_service/operations/error_answer.h"
#include "table_service/operations/operation_table.h"
#include "table_service/operations/traffic.h"

#include <algorithm>
#include <spdlog/spdlog.h>
#include <utility>

namespace rowhouse::operations {
namespace {

constexpr std::string_view kVersionForm = "dddd-dd-dd";
constexpr std::string_view kServerName = "Windows-Azure-Table/1.0 Rowhouse/" ROWHOUSE_VERSION;

// What of a client's request id is sent back: at most 1 KiB, and nothing that could end a header.
std::string EchoedRequestId(std::string_view id) {
  std::string echo(id.substr(0, limits::kClientRequestIdBytesMax));
  std::erase_if(echo, [](char c) { return c < 0x20 || c > 0x7E; });
  return echo;
}

// The version that the client speaks: of a shared access signature without the header, what
// api-version says, else the version of the signature (spec 2.5).
std::string_view VersionOf(const ServiceCall& call) {
  if (const auto version = call.request.Header("x-ms-version")) return *version;
  const QueryOptions& options = call.options;
  if (!options.signed_version) return {};
  return options.api_version ? *options.api_version : *options.signed_version;
}

void AddCommonHeaders(const ServiceCall& call, wire::Response& response) {
  response.headers.emplace_back("Server", kServerName);
  response.headers.emplace_back("x-ms-request-id", call.request_id);
  if (const auto id = call.request.Header("x-ms-client-request-id")) {
    response.headers.emplace_back("x-ms-client-request-id", EchoedRequestId(*id));
  }
  const auto version = VersionOf(call);
  if (IsVersionDate(version)) response.headers.emplace_back("x-ms-version", version);
}

void RemoveHeader(HeaderList& headers, std::string_view name) {
  std::erase_if(headers, [name](const auto& header) { return header.first == name; });
}

void Send(ServiceCall& call, wire::Response response) {
  if (call.store != nullptr) {
    AddCorsHeaders(call.request, call.store->GetServiceProperties()->cors, response);
  }
  LogAnswer(call, response);
  CountAnswer(call, response.status);
  call.respond(std::move(response));
}

}  // namespace

ServiceCall::ServiceCall(wire::Request request_, wire::Responder responder,
                         const ServiceContext& context)
    : request(std::move(request_)),
      respond(std::move(responder)),
      request_id(NewGuid()),
      options(ParseQueryOptions(request.Query())),
      format(Negotiate(request.Header("Accept"), options.format)),
      method(request.method),
      service(context) {}

WireContext ServiceCall::Wire(std::string_view table) const {
  return {.level = format.level,
          .base_url = address.base_url,
          .account = address.account,
          .table = table};
}

wire::Response DataLayerAnswer(int status) {
  wire::Response response;
  response.status = status;
  response.headers.reserve(12);
  response.headers.emplace_back("Cache-Control", "no-cache");
  response.headers.emplace_back("X-Content-Type-Options", "nosniff");
  return response;
}

void Answer(ServiceCall& call, wire::Response response) {
  AddCommonHeaders(call, response);
  Send(call, std::move(response));
}

void AnswerFailure(ServiceCall& call, const Error& error) {
  if (!error.detail.empty()) {
    const auto level = ToWire(error.code).status >= 500 ? spdlog::level::err : spdlog::level::debug;
    spdlog::log(level, "request {}: {}: {}", call.request_id, ToWire(error.code).code,
                OneLine(error.detail));
  }
  wire::Response response = AnswerError(
      error, {.format = call.format,
              .request_id = call.request_id,
              .now = std::chrono::system_clock::now(),
              .preference = EchoedPreference(call.request.method, call.request.headers)});
  AddCommonHeaders(call, response);
  if (response.status == 405)
    response.headers.emplace_back("Allow",
                                  AllowedMethods(call.address.resource_path, call.options));
  if (error.stage == ErrorStage::kAuthentication) RemoveHeader(response.headers, "x-ms-version");
  if (response.status == 401) {
    response.headers.emplace_back("WWW-Authenticate", "SharedKey realm=\"tables\"");
  }
  Send(call, std::move(response));
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

}  // namespace rowhouse::operations
