// Shared access signatures in queries: none is valid by chance, and what is read of one says again
// what was signed.

#include "base/percent.h"
#include "signing/shared_access_token.h"
#include "signing/string_to_sign.h"
#include "table_service/auth/shared_access.h"
#include "tests/fuzz/fuzzer.h"

#include <array>
#include <optional>
#include <string>
#include <utility>

namespace {

using rowhouse::Require;
using rowhouse::SharedAccessToken;

constexpr std::string_view kAccount = "account";
const rowhouse::AccountKeys kKeys{{"a key"}};

using Field = std::optional<std::string> SharedAccessToken::*;
constexpr std::array kFields = std::to_array<std::pair<std::string_view, Field>>({
    {"sv", &SharedAccessToken::version},
    {"sp", &SharedAccessToken::permissions},
    {"st", &SharedAccessToken::start},
    {"se", &SharedAccessToken::expiry},
    {"sip", &SharedAccessToken::addresses},
    {"spr", &SharedAccessToken::protocols},
    {"ss", &SharedAccessToken::services},
    {"srt", &SharedAccessToken::resource_types},
    {"ses", &SharedAccessToken::encryption_scope},
    {"tn", &SharedAccessToken::table},
    {"si", &SharedAccessToken::policy},
    {"spk", &SharedAccessToken::from_partition},
    {"srk", &SharedAccessToken::from_row},
    {"epk", &SharedAccessToken::to_partition},
    {"erk", &SharedAccessToken::to_row},
    {"sig", &SharedAccessToken::signature},
});

std::string QueryOf(const SharedAccessToken& token) {
  std::string query;
  for (const auto& [name, field] : kFields) {
    if (!(token.*field)) continue;
    if (!query.empty()) query += '&';
    query += std::string(name) + "=" + rowhouse::PercentEncode(*(token.*field));
  }
  return query;
}

rowhouse::Result<rowhouse::AccessGrant> Check(std::string_view query) {
  static const rowhouse::PolicyLookup kFindPolicy = [](std::string_view, std::string_view id) {
    return id == "p" ? std::optional(rowhouse::StoredPolicy{.permissions = "r"}) : std::nullopt;
  };
  return rowhouse::AuthenticateSharedAccess(query, kAccount, kKeys,
                                            {.now = {}, .address = "10.0.0.1"}, kFindPolicy);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view query = rowhouse::AsText(data, size);
  if (!rowhouse::HasSharedAccessToken(query)) return 0;
  Require(!Check(query), "nobody guesses a signature");
  auto token = rowhouse::ParseSharedAccessToken(query);
  if (!token) return 0;

  const auto texts = rowhouse::TextsToSign(*token, kAccount);
  const auto again = rowhouse::ParseSharedAccessToken(QueryOf(*token));
  Require(again && rowhouse::TextsToSign(*again, kAccount) == texts,
          "what was read is a signature of the same texts");
  for (const std::string& text : texts) {
    token->signature = rowhouse::Sign(kKeys.keys.front(), text);
    const auto grant = Check(QueryOf(*token));
    Require(grant || !grant.error().detail.starts_with(rowhouse::kStringToSignDetail),
            "the server signs what the client signs");
  }
  return 0;
}
