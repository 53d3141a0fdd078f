#pragma once
// Shared Key and Shared Key Lite, byte exact (spec 2.1-2.4). Pure: the time comes in as an
// argument.

#include "entity/error.h"

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

// An account's secrets. Both keys are accepted at any time. Never printed, never logged.
struct AccountKeys {
  std::vector<std::string> keys;  // decoded bytes, 1 or 2
};
using Accounts = std::map<std::string, AccountKeys, std::less<>>;  // by account name

inline constexpr std::string_view kDevelopmentAccount = "devstoreaccount1";
extern const std::string_view kDevelopmentKeyBase64;

// What of a request is signed or says how it was signed. Views into the request; names of headers
// compare without case.
struct SignedRequest {
  std::string_view method;     // on the wire, upper case
  std::string_view raw_path;   // as on the request line, still encoded, without query
  std::string_view raw_query;  // without '?'
  std::optional<std::string_view> authorization;
  std::optional<std::string_view> date;  // Date
  std::optional<std::string_view> x_ms_date;
  std::optional<std::string_view> content_type;
  std::optional<std::string_view> content_md5;
  std::optional<std::string_view> x_ms_version;
};

// The text that `scheme` ("SharedKey" or "SharedKeyLite") signs for `account`.
std::string StringToSign(std::string_view scheme, std::string_view account,
                         const SignedRequest& request);
// base64(HMAC-SHA256(key, text)).
std::string Sign(std::string_view key, std::string_view text);

struct AuthPolicy {
  std::chrono::minutes clock_skew_max{15};  // zero: dates are not checked
};

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
