#include "table_service/operations/service_call.h"

#include "batch/entity_write.h"
#include "table_service/operations/cors_headers.h"
#include "table_service/operations/error_answer.h"
#include "table_service/operations/operation_table.h"
#include "table_service/traffic/traffic.h"
#include "table_service/wire/access_log.h"

#include <algorithm>
#include <spdlog/spdlog.h>
#include <utility>

namespace rowhouse::operations {
namespace {

// Returns the version that the client asks for: x-ms-version, or without it, for a shared access
// signature, api-version or else the version of the signature (spec 2.5).
std::string_view VersionOf(const ServiceCall& call) {
  if (const auto version = call.request.Header("x-ms-version")) return *version;
  const QueryOptions& options = call.options;
  if (!options.signed_version) return {};
  return options.api_version ? *options.api_version : *options.signed_version;
}

void RemoveHeader(HeaderList& headers, std::string_view name) {
  std::erase_if(headers, [name](const auto& header) { return header.first == name; });
}

void Send(const ServiceCall& call, wire::Response response) {
  if (call.store != nullptr) {
    AddCorsHeaders(call.request, call.store->GetServiceProperties()->cors, response);
  }
  RunGuarded("logging request", call.id, [&] { wire::LogAnswer(call, response); });
  call.service.traffic.meter().CountRequest(
      call.target.operation ? call.target.operation->metric : RequestKind::kOther, response.status,
      std::chrono::steady_clock::now() - call.begin);
  call.Respond(std::move(response));
}

}  // namespace

ServiceCall::ServiceCall(wire::Request request_, wire::Responder responder,
                         const ServiceContext& context)
    : ReceivedRequest(std::move(request_), std::move(responder)),
      service(context),
      options(ParseQueryOptions(request.Query())),
      format(Negotiate(request.Header("Accept"), options.format)) {}

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

void Answer(const ServiceCall& call, wire::Response response) {
  wire::AddCommonHeaders(call, VersionOf(call), response);
  Send(call, std::move(response));
}

void AnswerFailure(const ServiceCall& call, const Error& error) {
  if (!error.detail.empty()) {
    const auto level = ToWire(error.code).status >= 500 ? spdlog::level::err : spdlog::level::debug;
    spdlog::log(level, "request {}: {}: {}", call.id, ToWire(error.code).code,
                wire::OneLine(error.detail));
  }
  wire::Response response = AnswerError(
      error, {.format = call.format,
              .request_id = call.id,
              .now = std::chrono::system_clock::now(),
              .preference = EchoedPreference(call.request.method, call.request.headers)});
  wire::AddCommonHeaders(call, VersionOf(call), response);
  if (response.status == 405)
    response.headers.emplace_back("Allow",
                                  AllowedMethods(call.address.resource_path, call.options));
  if (error.stage == ErrorStage::kAuthentication) RemoveHeader(response.headers, "x-ms-version");
  if (response.status == 401) {
    response.headers.emplace_back("WWW-Authenticate", "SharedKey realm=\"tables\"");
  }
  Send(call, std::move(response));
}

void AnswerAfterException(const ServiceCall& call) {
  if (call.IsAnswered()) return;
  Error error(ErrorCode::kInternalError);
  const RestOperation* const operation = call.target.operation;
  if (operation != nullptr && operation->metric == RequestKind::kSettings) {
    error.stage = ErrorStage::kFrontEnd;
  }
  AnswerFailure(call, error);
}

}  // namespace rowhouse::operations
