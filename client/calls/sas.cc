#include "base/ascii.h"
#include "base/percent.h"
#include "entity/edm_value.h"
#include "signing/shared_access_token.h"
#include "signing/string_to_sign.h"

#include <array>
#include <fmt/format.h>
#include <rowhouse/sas.h>
#include <stdexcept>
#include <utility>

namespace rowhouse::tables {
namespace {

// Whole seconds: signatures with fractions are refused by some services.
std::string SasTime(DateTime time) {
  return DateTime{time.ticks - time.ticks % 10'000'000}.ToString();
}

void SetLimits(SharedAccessToken& token, const SasLimits& limits) {
  token.version = limits.version;
  if (limits.start) token.start = SasTime(*limits.start);
  if (limits.expiry) token.expiry = SasTime(*limits.expiry);
  if (!limits.ip_range.empty()) token.addresses = limits.ip_range;
  if (limits.protocol) {
    token.protocols = *limits.protocol == SasProtocol::kHttpsOnly ? "https" : "https,http";
  }
}

// Signs, checks by the service's own rules for tokens, and spells the query.
std::string Finish(SharedAccessToken& token, const SharedKeyCredential& credential) {
  token.signature = Sign(credential.Key(), TextsToSign(token, credential.Account()).front());
  const std::array<std::pair<std::string_view, const std::optional<std::string>*>, 15> fields{{
      {"sv", &token.version},
      {"ss", &token.services},
      {"srt", &token.resource_types},
      {"tn", &token.table},
      {"si", &token.policy},
      {"sp", &token.permissions},
      {"st", &token.start},
      {"se", &token.expiry},
      {"sip", &token.addresses},
      {"spr", &token.protocols},
      {"spk", &token.from_partition},
      {"srk", &token.from_row},
      {"epk", &token.to_partition},
      {"erk", &token.to_row},
      {"sig", &token.signature},
  }};
  std::string query;
  for (const auto& [name, value] : fields) {
    if (!*value) continue;
    query += fmt::format("{}{}={}", query.empty() ? "" : "&", name, PercentEncode(**value));
  }
  if (const auto checked = ParseSharedAccessToken(query); !checked) {
    throw std::invalid_argument(fmt::format(
        "not a valid signature: {}",
        checked.error().detail.empty() ? checked.error().message : checked.error().detail));
  }
  return query;
}

}  // namespace

SharedKeyCredential::SharedKeyCredential(std::string account, std::string_view base64_key)
    : account_(std::move(account)) {
  const auto key = Binary::ParseBase64(base64_key);
  if (!key || key->bytes.empty()) throw std::invalid_argument("the account key is not base64");
  key_.assign(key->bytes.begin(), key->bytes.end());
}

SharedKeyCredential SharedKeyCredential::Development() {
  return {std::string(kDevelopmentAccount), kDevelopmentKeyBase64};
}

std::string SignTableSas(const SharedKeyCredential& credential, const TableSas& sas) {
  if (sas.policy.empty() && (!sas.limits.expiry || sas.permissions.empty())) {
    throw std::invalid_argument("a signature without policy has permissions and an expiry");
  }
  SharedAccessToken token;
  SetLimits(token, sas.limits);
  token.table = AsciiLower(sas.table);
  if (!sas.permissions.empty()) token.permissions = sas.permissions;
  if (!sas.policy.empty()) token.policy = sas.policy;
  if (sas.from) {
    token.from_partition = sas.from->partition_key;
    token.from_row = sas.from->row_key;
  }
  if (sas.to) {
    token.to_partition = sas.to->partition_key;
    token.to_row = sas.to->row_key;
  }
  return Finish(token, credential);
}

std::string SignAccountSas(const SharedKeyCredential& credential, const AccountSas& sas) {
  SharedAccessToken token;
  SetLimits(token, sas.limits);
  token.services = sas.services;
  token.resource_types = sas.resource_types;
  token.permissions = sas.permissions;
  if (sas.permissions.empty()) throw std::invalid_argument("a signature has permissions");
  return Finish(token, credential);
}

}  // namespace rowhouse::tables
