#include "table_service/auth/shared_access.h"

#include "base/ascii.h"
#include "base/secrets.h"
#include "base/unicode.h"
#include "signing/hmac.h"
#include "signing/ip_range.h"
#include "signing/shared_access_token.h"
#include "table_service/auth/refusal.h"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <utility>

namespace rowhouse {
namespace {

constexpr std::size_t kDateBytesMax = std::string_view("2026-01-01T00:00:00.1234567Z").size();

Status CheckSignature(const SharedAccessToken& token, std::string_view account,
                      const AccountKeys& keys) {
  const std::vector<std::string> texts = TextsToSign(token, account);
  bool matches = false;
  for (const std::string& text : texts) {
    for (const std::string& key : keys.keys) {
      matches = EqualsInConstantTime(Sign(key, text), *token.signature) || matches;
    }
  }
  if (matches) return {};
  return FailWithDetail(std::string(kStringToSignDetail) + texts.front());
}

// The time and permissions of a signature, from its own fields and from its policy.
struct Terms {
  std::optional<DateTime> start;
  std::optional<DateTime> expiry;
  std::optional<std::string> permissions;
};

// Parses "YYYY-MM-DD", "YYYY-MM-DDThh:mmZ" or "YYYY-MM-DDThh:mm:ssZ", the last possibly with a
// fraction.
Result<std::optional<DateTime>> ParseTime(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  const bool has_form =
      text->size() <= kDateBytesMax && (text->size() == 10 || text->back() == 'Z');
  const auto time = has_form ? DateTime::Parse(*text) : std::nullopt;
  if (!time) return FailWithDetail("not a date: " + ShownValue(*text));
  return time;
}

// Adds the fields of the policy, none of which may also be in the signature (spec 2.9).
Status AddPolicy(const SharedAccessToken& token, const PolicyLookup& find_policy, Terms& terms) {
  if (!token.policy) return {};
  auto policy = find_policy(*token.table, *token.policy);
  if (!policy) return tl::unexpected(policy.error());
  if (!*policy) return FailWithDetail(fmt::format("unknown policy '{}'", *token.policy));
  if ((token.start && (*policy)->start) || (token.expiry && (*policy)->expiry) ||
      (token.permissions && (*policy)->permissions)) {
    return Fail(ErrorCode::kInvalidQueryParameterValue);
  }
  if ((*policy)->start) terms.start = (*policy)->start;
  if ((*policy)->expiry) terms.expiry = (*policy)->expiry;
  if ((*policy)->permissions) terms.permissions = std::move((*policy)->permissions);
  return {};
}

Result<Terms> TermsOf(const SharedAccessToken& token, const PolicyLookup& find_policy) {
  Terms terms{.start = {}, .expiry = {}, .permissions = token.permissions};
  const auto start = ParseTime(token.start);
  if (!start) return tl::unexpected(start.error());
  const auto expiry = ParseTime(token.expiry);
  if (!expiry) return tl::unexpected(expiry.error());
  terms.start = *start;
  terms.expiry = *expiry;
  if (auto added = AddPolicy(token, find_policy, terms); !added) {
    return tl::unexpected(added.error());
  }
  if (!terms.expiry || !terms.permissions) return FailWithDetail("se or sp is missing");
  return terms;
}

// Checks the time exactly, without the tolerance for client clocks that signed dates have (spec
// 2.5).
Status CheckTime(const Terms& terms, DateTime now) {
  if (terms.start && now < *terms.start) return FailWithDetail("not valid yet");
  if (now >= *terms.expiry) return FailWithDetail("expired");
  return {};
}

struct OriginLimits {
  std::optional<IpRange> addresses;
  bool only_tls = false;
};

Result<OriginLimits> OriginLimitsOf(const SharedAccessToken& token) {
  OriginLimits limits;
  if (token.addresses) {
    limits.addresses = IpRange::Parse(*token.addresses);
    if (!limits.addresses) return FailWithDetail("sip is neither an address nor a range");
  }
  if (token.protocols) {
    limits.only_tls = *token.protocols == "https";
    if (!limits.only_tls && *token.protocols != "https,http") {
      return FailWithDetail("spr is neither 'https' nor 'https,http'");
    }
  }
  return limits;
}

Status CheckOrigin(const OriginLimits& limits, const RequestOrigin& origin) {
  if (limits.addresses && !limits.addresses->Contains(origin.address)) {
    return Fail(ErrorCode::kAuthorizationSourceIpMismatch,
                fmt::format("This request is not authorized to perform this operation using this "
                            "source IP {}.",
                            origin.address));
  }
  if (limits.only_tls && !origin.tls) return Fail(ErrorCode::kAuthorizationProtocolMismatch);
  return {};
}

EntityKeyRange KeysOf(const SharedAccessToken& token) {
  EntityKeyRange keys;
  keys.from = {.partition = token.from_partition.value_or(""), .row = token.from_row.value_or("")};
  if (token.to_row) {
    keys.until = {.partition = *token.to_partition, .row = OrdinalSuccessor(*token.to_row)};
  } else if (token.to_partition) {
    keys.until = {.partition = OrdinalSuccessor(*token.to_partition), .row = {}};
  }
  return keys;
}

AccessGrant GrantOf(const SharedAccessToken& token, std::string permissions) {
  AccessGrant grant;
  grant.permissions = std::move(permissions);
  if (token.IsForAccount()) {
    grant.kind = AccessGrant::Kind::kAccountSas;
    grant.resource_types = *token.resource_types;
    return grant;
  }
  grant.kind = AccessGrant::Kind::kTableSas;
  grant.table = AsciiLower(*token.table);
  grant.keys = KeysOf(token);
  grant.refuses_with_not_found = !token.HasAuthorizationCodes();
  return grant;
}

}  // namespace

Result<AccessGrant> AuthenticateSharedAccess(std::string_view raw_query, std::string_view account,
                                             const AccountKeys& keys, const RequestOrigin& origin,
                                             const PolicyLookup& find_policy) {
  assert(HasSharedAccessToken(raw_query));
  const auto token = ParseSharedAccessToken(raw_query);
  if (!token) return tl::unexpected(token.error());
  const auto limits = OriginLimitsOf(*token);
  if (!limits) return tl::unexpected(limits.error());
  if (auto signed_by = CheckSignature(*token, account, keys); !signed_by) {
    return tl::unexpected(signed_by.error());
  }
  auto terms = TermsOf(*token, find_policy);
  if (!terms) return tl::unexpected(terms.error());
  if (auto valid = CheckTime(*terms, origin.now); !valid) return tl::unexpected(valid.error());
  if (auto checked = CheckOrigin(*limits, origin); !checked) {
    return tl::unexpected(checked.error());
  }
  if (token->IsForAccount() && token->services->find('t') == std::string::npos) {
    return Fail(ErrorCode::kAuthorizationServiceMismatch);
  }
  return GrantOf(*token, *std::move(terms->permissions));
}

}  // namespace rowhouse
