#pragma once
// Authentication by a shared access signature (spec 2.5, 2.6, 2.9, 2.10). Pure: time, address and
// protocol come in as arguments.

#include "base/date_time.h"
#include "entity/error.h"
#include "table_service/auth/access_grant.h"
#include "table_service/auth/shared_key.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace rowhouse {

// A stored access policy of a table: what it sets of a signature that names it.
struct StoredPolicy {
  std::optional<DateTime> start = {};
  std::optional<DateTime> expiry = {};
  std::optional<std::string> permissions = {};  // letters in any order
};

// The policy `id` of `table` (in any case), or no value when the table has none of that name.
using PolicyLookup =
    std::function<Result<std::optional<StoredPolicy>>(std::string_view table, std::string_view id)>;

// Where and when a request came in.
struct RequestOrigin {
  DateTime now = {};
  std::string_view address = {};  // numeric
  bool tls = false;
};

// What the signature in `raw_query` allows, if it is one of `account`. In the order of the checks:
// its form (ParseSharedAccessToken()), the signature by any key of the account in constant time,
// the policy (kAuthenticationFailed when there is none; kInvalidQueryParameterValue for a field
// that both have; what `find_policy` fails with), start and expiry (kAuthenticationFailed), then
// kAuthorizationSourceIpMismatch, kAuthorizationProtocolMismatch, kAuthorizationServiceMismatch.
// `detail` of an error has the string-to-sign or the reason for a debug log, never a signature.
// REQUIRES: HasSharedAccessToken(raw_query)
Result<AccessGrant> AuthenticateSharedAccess(std::string_view raw_query, std::string_view account,
                                             const AccountKeys& keys, const RequestOrigin& origin,
                                             const PolicyLookup& find_policy);

}  // namespace rowhouse
