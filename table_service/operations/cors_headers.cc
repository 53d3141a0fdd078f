#include "table_service/operations/cors_headers.h"

#include <algorithm>
#include <array>
#include <string>

namespace rowhouse::operations {
namespace {

// The headers that the connection adds to an answer.
constexpr std::array<std::string_view, 3> kConnectionHeaders{"Content-Length", "Date",
                                                             "Transfer-Encoding"};

void AddGrant(const CorsGrant& grant, wire::Response& response) {
  response.headers.emplace_back("Access-Control-Allow-Origin", grant.allow_origin);
  if (grant.allow_credentials) {
    response.headers.emplace_back("Access-Control-Allow-Credentials", "true");
  }
}

}  // namespace

void AddCorsHeaders(const wire::Request& request, std::span<const CorsRule> rules,
                    wire::Response& response) {
  if (request.method == "OPTIONS") return;
  const CorsAnswer answer = AnswerCors(rules, request.Header("Origin"), request.method);
  if (answer.grant) {
    std::vector<std::string_view> names;
    for (const auto& [name, value] : response.headers) names.emplace_back(name);
    names.insert(names.end(), kConnectionHeaders.begin(), kConnectionHeaders.end());
    std::string exposed = ExposedHeaders(*answer.grant->rule, names);
    AddGrant(*answer.grant, response);
    if (!exposed.empty()) {
      response.headers.emplace_back("Access-Control-Expose-Headers", std::move(exposed));
    }
  }
  if (answer.vary_origin) response.headers.emplace_back("Vary", "Origin");
}

Result<wire::Response> AnswerPreflight(const wire::Request& request,
                                       std::span<const CorsRule> rules) {
  const auto origin = request.Header("Origin");
  const auto method = request.Header("Access-Control-Request-Method");
  if (!origin || origin->empty() || !method || method->empty()) {
    return Fail(ErrorCode::kInvalidHeaderValue, "A required CORS header is not present.");
  }
  const auto headers = request.Header("Access-Control-Request-Headers");
  const auto grant = GrantPreflight(
      rules, {.origin = *origin, .method = *method, .headers = headers.value_or("")});
  if (!grant) return Fail(ErrorCode::kCorsPreflightFailure);
  wire::Response response;
  AddGrant(*grant, response);
  response.headers.emplace_back("Access-Control-Allow-Methods", *method);
  if (headers && !headers->empty()) {
    response.headers.emplace_back("Access-Control-Allow-Headers", *headers);
  }
  response.headers.emplace_back("Access-Control-Max-Age",
                                std::to_string(grant->rule->max_age_seconds));
  return response;
}

}  // namespace rowhouse::operations
