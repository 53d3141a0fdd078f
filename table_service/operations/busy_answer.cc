#include "table_service/operations/busy_answer.h"

#include "base/json_writer.h"

#include <cstdlib>
#include <fmt/format.h>
#include <utility>

namespace rowhouse::operations {
namespace {

constexpr std::string_view kOverAccountLimit = "Operations per second is over the account limit.";
constexpr std::string_view kTooManyRequests = "TooManyRequests";
constexpr std::string_view kRequestRateIsLarge =
    "Message: {\"Errors\":[\"Request rate is large. More Request Units may be needed, so no "
    "changes were made. Please retry this request later. Learn more: "
    "http://aka.ms/cosmosdb-error-429\"]}";

// `wait` in milliseconds, rounded up.
std::int64_t Milliseconds(TokenBucket::Duration wait) {
  return std::chrono::ceil<std::chrono::milliseconds>(wait).count();
}

wire::Response TooManyRequests(const ServiceCall& call, TokenBucket::Duration wait) {
  JsonWriter json;
  json.BeginObject().Key("odata.error").BeginObject();
  json.Member("code", kTooManyRequests).Key("message").BeginObject();
  json.Member("lang", "en-us");
  json.Member("value", fmt::format("{}\r\nActivityId: {}\nRequestID:{}\n", kRequestRateIsLarge,
                                   call.id, call.id));
  json.EndObject().EndObject().EndObject();
  wire::Response response;
  response.status = 429;
  response.headers.emplace_back("Content-Type", "application/json;odata=fullmetadata");
  response.headers.emplace_back("x-ms-retry-after-ms", fmt::to_string(Milliseconds(wait)));
  response.body = json.Take();
  response.chunked = true;
  return response;
}

}  // namespace

void AnswerBusy(const ServiceCall& call, const Refusal& refusal) {
  switch (refusal.reason) {
    case Refusal::Reason::kPartition:
      return AnswerFailure(call, Error(ErrorCode::kServerBusy),
                           "--throttle: more operations per second than a partition may have");
    case Refusal::Reason::kAccount:
      return AnswerFailure(call, Error(ErrorCode::kServerBusy, std::string(kOverAccountLimit)),
                           "--throttle: more operations per second than an account may have");
    case Refusal::Reason::kRequestUnits:
      return Answer(call, TooManyRequests(call, refusal.wait),
                    {.code = kTooManyRequests,
                     .reason = "--provisioned: more request units per second than the table has"});
  }
}

}  // namespace rowhouse::operations
