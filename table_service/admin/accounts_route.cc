// The accounts, for the web console: whose tables there are, which key it may use unasked, how old keys are, and
// which certificate clients see.

#include "base/base64.h"
#include "base/date_time.h"
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

std::string TimeText(std::chrono::system_clock::time_point time) {
  return DateTime::FromSystem(time).ToStringSevenDigits();
}

void AppendCertificate(JsonWriter& json, const wire::CertificateFacts& facts) {
  json.Key("tls").BeginObject().Member("subject", facts.subject).Key("names").BeginArray();
  for (const std::string& name : facts.names) json.Value(name);
  json.EndArray().Member("not_after", TimeText(facts.not_after));
  json.Member("self_signed", facts.self_signed).EndObject();
}

void AppendAccount(JsonWriter& json, const NamedAccount& account) {
  json.BeginObject().Member("account", account.name);
  json.Member("development_key", HasDevelopmentKey(account)).Key("keys").BeginArray();
  for (const KeyOrigin& key : account.account->keys.origins) {
    json.BeginObject()
        .Member("source", key.source)
        .Member("since", TimeText(key.since))
        .EndObject();
  }
  json.EndArray().EndObject();
}

}  // namespace

AdminResult<wire::Response> ListAccounts(const AdminCall& call) {
  const auto accounts = AccountsOf(call);
  if (!accounts) return tl::unexpected(accounts.error());
  JsonWriter json;
  json.BeginObject().Member("version", ROWHOUSE_VERSION);
  json.Member("loopback_only", call.services.open_on_loopback);
  json.Member("in_memory", call.services.backups == nullptr);
  const auto& certificate = call.services.server.certificate;
  if (const auto facts = certificate ? certificate->Get() : std::nullopt) {
    AppendCertificate(json, *facts);
  }
  json.Key("accounts").BeginArray();
  for (const NamedAccount& account : *accounts) AppendAccount(json, account);
  json.EndArray().EndObject();
  return AdminJson(json);
}

}  // namespace rowhouse::admin
