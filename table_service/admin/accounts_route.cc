// The accounts, for the web console: whose tables there are, and which key it may use unasked.

#include "base/base64.h"
#include "signing/string_to_sign.h"
#include "table_service/admin/admin_handlers.h"

#include <algorithm>

namespace rowhouse::admin {
namespace {

bool HasDevelopmentKey(const NamedAccount& account) {
  if (account.name != kDevelopmentAccount) return false;
  const auto bytes = DecodeBase64(kDevelopmentKeyBase64);
  const auto& keys = account.account->keys.keys;
  return bytes && std::find(keys.begin(), keys.end(), std::string(bytes->begin(), bytes->end())) !=
                      keys.end();
}

}  // namespace

AdminResult<wire::Response> ListAccounts(const AdminCall& call) {
  const auto accounts = AccountsOf(call);
  if (!accounts) return tl::unexpected(accounts.error());
  JsonWriter json;
  json.BeginObject().Member("version", ROWHOUSE_VERSION);
  json.Member("loopback_only", call.services.open_on_loopback).Key("accounts").BeginArray();
  for (const NamedAccount& account : *accounts) {
    json.BeginObject().Member("account", account.name);
    json.Member("development_key", HasDevelopmentKey(account)).EndObject();
  }
  json.EndArray().EndObject();
  return AdminJson(json);
}

}  // namespace rowhouse::admin
