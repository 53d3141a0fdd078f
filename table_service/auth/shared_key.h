#pragma once
// Authentication by Shared Key and Shared Key Lite (spec 2.1-2.4). Pure: the time comes in as an
// argument.

#include "entity/error.h"
#include "signing/string_to_sign.h"

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

// An account's secrets. Both keys are accepted at any time. Never printed, never logged.
struct AccountKeys {
  std::vector<std::string> keys;  // decoded bytes, 1 or 2
};
using Accounts = std::map<std::string, AccountKeys, std::less<>>;  // by account name

struct AuthPolicy {
  std::chrono::minutes clock_skew_max{15};  // zero: dates are not checked
};

// The account that an Authorization header of Shared Key or Shared Key Lite names; empty for any
// other text. Nothing is proven by it.
std::string_view ClaimedAccount(std::string_view authorization);

// Success: the request was signed with one of the `keys` of `account` (the one that its address
// names).
// kAuthenticationFailed, kInvalidAuthenticationInfo, kNoAuthenticationInformation (nothing to go
// by; spec 2.4); `detail` has the string-to-sign for a debug log, never a key or a signature.
// kInvalidBearerToken: a bearer token of a version that answers it with 401.
// A shared access signature in the query counts for nothing here. Signatures are compared in
// constant time.
Status Authenticate(const SignedRequest& request, std::string_view account, const AccountKeys& keys,
                    std::chrono::system_clock::time_point now, const AuthPolicy& policy);

}  // namespace rowhouse
