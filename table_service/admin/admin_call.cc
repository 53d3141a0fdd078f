#include "table_service/admin/admin_call.h"

#include "base/ascii.h"
#include "base/percent.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace rowhouse::admin {
namespace {

constexpr std::size_t kParametersMax = 64;

AdminError Foreign(std::string_view caller) {
  return {
      .status = 403,
      .code = "OtherAccount",
      .message = fmt::format("The request is signed by the account '{0}' and can access only that "
                             "account: use account={0}, or the token of rowhoused "
                             "--admin-token.",
                             caller)};
}

AdminResult<NamedAccount> FindNamed(const AdminCall& call, std::string_view name) {
  if (call.caller && name != *call.caller) return tl::unexpected(Foreign(*call.caller));
  auto account = call.services.accounts.Find(name);
  if (account) return NamedAccount{.name = std::string(name), .account = std::move(account)};
  return AdminFail(
      404, "AccountNotFound",
      "This server has no account with the name in the parameter account; add one with "
      "rowhoused --account NAME=KEY.");
}

}  // namespace

tl::unexpected<AdminError> AdminFail(int status, std::string code, std::string message) {
  return tl::unexpected(
      AdminError{.status = status, .code = std::move(code), .message = std::move(message)});
}

std::optional<std::string_view> AdminCall::Parameter(std::string_view name) const {
  const auto found = parameters.find(name);
  if (found == parameters.end() || found->second.empty()) return std::nullopt;
  return found->second;
}

AdminResult<std::string_view> AdminCall::RequiredParameter(std::string_view name) const {
  if (const auto value = Parameter(name)) return *value;
  return AdminFail(400, "MissingParameter",
                   fmt::format("The parameter {0} is missing: add {0}=... to the query.", name));
}

AdminResult<std::size_t> AdminCall::NumberParameter(std::string_view name,
                                                    std::size_t default_value,
                                                    std::size_t max) const {
  const auto text = Parameter(name);
  if (!text) return default_value;
  const auto number = ParseNumber<std::size_t>(*text);
  if (number && *number >= 1 && *number <= max) return *number;
  return AdminFail(400, "InvalidParameter",
                   fmt::format("The parameter {} must be a number from 1 to {}.", name, max));
}

AdminResult<AdminParameters> ParseAdminParameters(std::string_view raw_query) {
  AdminParameters parameters;
  while (!raw_query.empty()) {
    const std::size_t end = std::min(raw_query.find('&'), raw_query.size());
    const std::string_view item = raw_query.substr(0, end);
    raw_query.remove_prefix(std::min(end + 1, raw_query.size()));
    if (item.empty()) continue;
    const std::size_t equals = std::min(item.find('='), item.size());
    auto name = DecodeQueryText(item.substr(0, equals));
    auto value = DecodeQueryText(item.substr(std::min(equals + 1, item.size())));
    if (!name || !value || parameters.size() == kParametersMax) {
      return AdminFail(
          400, "InvalidQuery",
          "The query string must consist of name=value pairs in percent-encoded UTF-8.");
    }
    parameters.emplace(*std::move(name), *std::move(value));
  }
  return parameters;
}

AdminResult<NamedAccount> AccountOf(const AdminCall& call) {
  if (const auto name = call.Parameter("account")) return FindNamed(call, *name);
  if (call.caller) return FindNamed(call, *call.caller);
  const auto all = call.services.accounts.All();
  if (all->size() == 1) return FindNamed(call, all->begin()->first);
  return AdminFail(400, "MissingParameter",
                   "This server has several accounts: choose one with account=NAME.");
}

AdminResult<std::vector<NamedAccount>> AccountsOf(const AdminCall& call) {
  std::vector<NamedAccount> accounts;
  if (call.Parameter("account") || call.caller) {
    auto one = AccountOf(call);
    if (!one) return tl::unexpected(std::move(one.error()));
    accounts.push_back(*std::move(one));
    return accounts;
  }
  for (const auto& [name, account] : *call.services.accounts.All()) {
    accounts.push_back({.name = name, .account = account});
  }
  return accounts;
}

AdminError ToAdminError(const Error& error, std::string_view table) {
  const WireError wire = ToWire(error.code);
  const bool is_missing = error.code == ErrorCode::kTableNotFound;
  return {
      .status = wire.status,
      .code = std::string(wire.code),
      .message = is_missing ? fmt::format("The table '{}' does not exist.", table) : error.message};
}

wire::Response AdminJson(int status, std::string body) {
  wire::Response response;
  response.status = status;
  response.headers.emplace_back("Content-Type", "application/json");
  response.headers.emplace_back("Cache-Control", "no-store");
  response.headers.emplace_back("X-Content-Type-Options", "nosniff");
  response.body = std::move(body);
  return response;
}

wire::Response ToResponse(const AdminError& error) {
  JsonWriter json;
  json.BeginObject().Key("error").BeginObject();
  json.Member("code", error.code).Member("message", error.message);
  json.EndObject().EndObject();
  wire::Response response = AdminJson(error.status, json.Take());
  for (const auto& header : error.headers) response.headers.push_back(header);
  return response;
}

}  // namespace rowhouse::admin
