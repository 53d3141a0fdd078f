#include "table_service/operations/service_call.h"

#include "base/line_limit.h"
#include "base/secrets.h"
#include "batch/entity_write.h"
#include "table_service/operations/cors_headers.h"
#include "table_service/operations/error_answer.h"
#include "table_service/operations/operation_table.h"
#include "table_service/traffic/traffic.h"
#include "table_service/wire/access_log.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <utility>

namespace rowhouse::operations {
namespace {

constexpr int kFailureLinesPerSecond = 20;

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

void CountAnswer(const ServiceCall& call, int status, const FailureNote& note) {
  Traffic& traffic = call.service.traffic;
  const auto now = std::chrono::steady_clock::now();
  traffic.meter().CountRequest(
      call.target.operation ? call.target.operation->metric : RequestKind::kOther, status,
      now - call.begin);
  RunGuarded("keeping request", call.id, [&] {
    traffic.requests().Record({.answered = now,
                               .duration = now - call.begin,
                               .status = status,
                               .id = call.id,
                               .client = call.request.remote_address,
                               .account = call.address.account,
                               .method = call.request.method,
                               .target = call.request.target,
                               .code = note.code,
                               .reason = note.reason});
  });
}

void Send(const ServiceCall& call, wire::Response response, const FailureNote& note) {
  if (call.store != nullptr) {
    AddCorsHeaders(call.request, call.store->GetServiceProperties()->cors, response);
  }
  RunGuarded("logging request", call.id, [&] { wire::LogAnswer(call, response); });
  CountAnswer(call, response.status, note);
  call.Respond(std::move(response));
}

// Logs what only the operator is told. A server that lacks something fails a lot.
void LogDetail(const ServiceCall& call, const Error& error) {
  static LineLimit limit(kFailureLinesPerSecond);
  const auto code = ToWire(error.code);
  const bool is_failure = code.status >= 500;
  std::uint64_t left_out = 0;
  if (is_failure) {
    const auto admitted = limit.Admit(std::chrono::steady_clock::now());
    if (!admitted) return;
    left_out = *admitted;
  }
  spdlog::log(is_failure ? spdlog::level::err : spdlog::level::debug, "request {}: {}: {}{}",
              call.id, code.code, wire::OneLine(WithoutSecrets(error.detail)),
              left_out > 0 ? fmt::format(" ({} failures before it are not listed)", left_out) : "");
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

void Answer(const ServiceCall& call, wire::Response response, const FailureNote& note) {
  wire::AddCommonHeaders(call, VersionOf(call), response);
  Send(call, std::move(response), note);
}

void AnswerFailure(const ServiceCall& call, const Error& error, std::string_view reason) {
  if (!error.detail.empty()) LogDetail(call, error);
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
  if (reason.empty()) reason = error.detail.empty() ? error.message : error.detail;
  Send(call, std::move(response), {.code = ToWire(error.code).code, .reason = reason});
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
