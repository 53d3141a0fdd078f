#pragma once
// Authentication by a shared access signature (spec 2.5, 2.6, 2.9, 2.10). Pure: time, address and
// protocol are arguments.

#include "base/date_time.h"
#include "entity/error.h"
#include "table_service/auth/access_grant.h"
#include "table_service/auth/shared_key.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace rowhouse {

// The fields that a stored access policy sets for the signatures that name it.
struct StoredPolicy {
  std::optional<DateTime> start = {};
  std::optional<DateTime> expiry = {};
  std::optional<std::string> permissions = {};  // letters in any order
};

// Returns the policy `id` of `table` (a name in any case), or no value if the table has no such
// policy.
using PolicyLookup =
    std::function<Result<std::optional<StoredPolicy>>(std::string_view table, std::string_view id)>;

// The time and the origin of a request.
struct RequestOrigin {
  DateTime now = {};
  std::string_view address = {};  // numeric
  bool tls = false;
};

// Returns the rights granted by the signature in `raw_query` if it is valid for `account`. The
// checks in order: its form (ParseSharedAccessToken()), the signature with each account key in
// constant time, the policy (kAuthenticationFailed if it does not exist;
// kInvalidQueryParameterValue for a field that both have; the errors of `find_policy`), start and
// expiry (kAuthenticationFailed), then kAuthorizationSourceIpMismatch,
// kAuthorizationProtocolMismatch, kAuthorizationServiceMismatch. `detail` of an error has the
// string-to-sign or the reason for a debug log, never a signature.
// REQUIRES: HasSharedAccessToken(raw_query)
Result<AccessGrant> AuthenticateSharedAccess(std::string_view raw_query, std::string_view account,
                                             const AccountKeys& keys, const RequestOrigin& origin,
                                             const PolicyLookup& find_policy);

}  // namespace rowhouse
