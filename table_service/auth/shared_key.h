#pragma once
// Authentication by Shared Key and Shared Key Lite (spec 2.1-2.4). Pure: the time is an argument.

#include "entity/error.h"
#include "signing/string_to_sign.h"

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

// What an operator may know of a key.
struct KeyOrigin {
  std::string_view source = {};                      // a word for where the server was given it
  std::chrono::system_clock::time_point since = {};  // since when it has known it
};
// The secret keys of an account. Both are accepted at any time. They are never printed or logged.
struct AccountKeys {
  std::vector<std::string> keys;        // decoded bytes, 1 or 2
  std::vector<KeyOrigin> origins = {};  // of each key, or none
};
using Accounts = std::map<std::string, AccountKeys, std::less<>>;  // by account name

struct AuthPolicy {
  std::chrono::minutes clock_skew_max{15};  // zero: dates are not checked
};

// With this begins the `detail` of an error about a signature that does not match. The string that
// the server signed follows.
inline constexpr std::string_view kStringToSignDetail = "string to sign: ";

// Returns the account that an Authorization header of Shared Key or Shared Key Lite names, or an
// empty text for any other header. Does not verify the signature.
std::string_view ClaimedAccount(std::string_view authorization);

// Checks that the request is signed with one of the `keys` of `account`, the account that its
// address names. kAuthenticationFailed, kInvalidAuthenticationInfo, kNoAuthenticationInformation
// (no credentials; spec 2.4); `detail` has the string-to-sign for a debug log, never a key or a
// signature. kInvalidBearerToken: a bearer token with a version that answers it with 401. Ignores a
// shared access signature in the query. Signatures are compared in constant time.
Status Authenticate(const SignedRequest& request, std::string_view account, const AccountKeys& keys,
                    std::chrono::system_clock::time_point now, const AuthPolicy& policy);

}  // namespace rowhouse
