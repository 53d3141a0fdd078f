// The latest requests to the table service, and why those were refused that were.

#include "base/date_time.h"
#include "base/secrets.h"
#include "table_service/admin/admin_handlers.h"
#include "table_service/auth/shared_key.h"
#include "table_service/traffic/traffic.h"

#include <optional>
#include <string>
#include <vector>

namespace rowhouse::admin {
namespace {

AdminResult<bool> OnlyFailed(const AdminCall& call) {
  const auto only = call.Parameter("only");
  if (!only || *only == "failed") return only.has_value();
  return AdminFail(400, "InvalidParameter", "The parameter only can have the value failed.");
}

// Returns the account to which the answer is limited; none: all are shown, and the requests that
// are for no account.
AdminResult<std::optional<std::string>> LimitOf(const AdminCall& call) {
  if (!call.Parameter("account") && !call.caller) return std::nullopt;
  auto account = AccountOf(call);
  if (!account) return tl::unexpected(std::move(account.error()));
  return std::move(account->name);
}

void AppendReason(JsonWriter& json, std::string_view reason) {
  if (!reason.starts_with(kStringToSignDetail)) {
    json.Member("reason", WithoutSecrets(reason));
    return;
  }
  json.Member("reason", "no key of the account gives this signature for string_to_sign");
  reason.remove_prefix(kStringToSignDetail.size());
  json.Member("string_to_sign", WithoutSecrets(reason));
}

void AppendRequest(JsonWriter& json, const LoggedRequest& request,
                   std::chrono::system_clock::time_point time) {
  const std::chrono::duration<double, std::milli> duration = request.duration;
  json.BeginObject().Member("time", DateTime::FromSystem(time).ToString());
  json.Member("method", WithoutSecrets(request.method));
  json.Member("path", WithoutSecrets(request.target));
  json.Member("status", request.status).Member("milliseconds", duration.count());
  json.Member("client", request.client).Member("request_id", request.id);
  if (!request.account.empty()) json.Member("account", WithoutSecrets(request.account));
  if (!request.code.empty()) json.Member("code", request.code);
  if (!request.reason.empty()) AppendReason(json, request.reason);
  json.EndObject();
}

}  // namespace

AdminResult<wire::Response> GetRequests(const AdminCall& call) {
  const auto max = call.NumberParameter("max", RequestLog::kKept, RequestLog::kKept);
  if (!max) return tl::unexpected(max.error());
  const auto only_failed = OnlyFailed(call);
  if (!only_failed) return tl::unexpected(only_failed.error());
  const auto limit = LimitOf(call);
  if (!limit) return tl::unexpected(limit.error());
  const auto wanted = [&](const LoggedRequest& request) {
    return (!*only_failed || RequestLog::IsFailure(request)) &&
           (!*limit || request.account == **limit);
  };
  const auto steady_now = std::chrono::steady_clock::now();
  const auto now = std::chrono::system_clock::now();
  JsonWriter json;
  json.BeginObject().Key("requests").BeginArray();
  for (const LoggedRequest& request : call.services.traffic.requests().Latest(*max, wanted)) {
    const auto age = std::chrono::duration_cast<std::chrono::system_clock::duration>(
        steady_now - request.answered);
    AppendRequest(json, request, now - age);
  }
  json.EndArray().EndObject();
  return AdminJson(json);
}

}  // namespace rowhouse::admin
