#include "table_service/admin/admin_access.h"

#include "base/ascii.h"
#include "base/loopback.h"
#include "signing/hmac.h"
#include "table_service/auth/signed_request.h"

#include <fmt/format.h>
#include <utility>

namespace rowhouse::admin {
namespace {

constexpr std::string_view kBearer = "Bearer ";
constexpr std::string_view kHowToSign =
    "sign it with the Shared Key of an account, like a table request";

std::string HowToAuthenticate(const AdminPolicy& policy) {
  if (policy.token.empty()) {
    return fmt::format(
        "{}, or start rowhoused with --admin-token TOKEN and send \"Authorization: "
        "Bearer TOKEN\"",
        kHowToSign);
  }
  return fmt::format("send \"Authorization: Bearer TOKEN\" with the token of --admin-token, or {}",
                     kHowToSign);
}

bool StartsWithIgnoringCase(std::string_view text, std::string_view prefix) {
  return EqualsIgnoringAsciiCase(text.substr(0, prefix.size()), prefix);
}

bool IsSameOrigin(std::string_view origin, std::string_view host) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (StartsWithIgnoringCase(origin, scheme) &&
        EqualsIgnoringAsciiCase(origin.substr(scheme.size()), host)) {
      return true;
    }
  }
  return false;
}

// A socket for both protocols reports IPv4 clients as "::ffff:127.0.0.1".
bool IsFromThisMachine(std::string_view address) {
  constexpr std::string_view mapped = "::ffff:";
  if (StartsWithIgnoringCase(address, mapped)) address.remove_prefix(mapped.size());
  return IsLoopbackAddress(address);
}

AdminResult<AdminGrant> AuthorizeLocal(const wire::Request& request, const AdminPolicy& policy) {
  if (!policy.open_on_loopback || !policy.token.empty() ||
      !IsFromThisMachine(request.remote_address)) {
    AdminError error{
        .status = 401,
        .code = "CredentialsNeeded",
        .message = "This admin route requires credentials: " + HowToAuthenticate(policy) + "."};
    error.headers.emplace_back("WWW-Authenticate", "Bearer realm=\"rowhouse admin\"");
    return tl::unexpected(std::move(error));
  }
  const std::string_view host = request.Header("Host").value_or("");
  if (!IsLoopbackHost(host)) {
    return AdminFail(403, "ForeignHost",
                     "Without credentials this admin route accepts only requests whose Host is "
                     "localhost, 127.0.0.1 or [::1]: use such an address, or " +
                         HowToAuthenticate(policy) + ".");
  }
  const auto origin = request.Header("Origin");
  const std::string_view site = request.Header("Sec-Fetch-Site").value_or("none");
  if ((origin && !IsSameOrigin(*origin, host)) || (site != "none" && site != "same-origin")) {
    return AdminFail(403, "ForeignOrigin",
                     "Without credentials this admin route does not accept requests from pages of "
                     "another origin: open its address directly, or " +
                         HowToAuthenticate(policy) + ".");
  }
  return AdminGrant{};
}

AdminResult<AdminGrant> AuthorizeSigner(const wire::Request& request,
                                        std::string_view authorization,
                                        const AccountDirectory& accounts, const AdminPolicy& policy,
                                        std::chrono::system_clock::time_point now,
                                        const AuthPolicy& auth) {
  const std::string name(ClaimedAccount(authorization));
  const AccountPtr account = accounts.Find(name);
  if (account && rowhouse::Authenticate(ToSignedRequest(request), name, account->keys, now, auth)) {
    return AdminGrant{.account = name};
  }
  return AdminFail(
      403, "AuthenticationFailed",
      "The Authorization header is not a valid signature of an account of this server, "
      "or its date is not current: " +
          HowToAuthenticate(policy) + ".");
}

}  // namespace

AdminResult<AdminGrant> AuthorizeAdmin(const wire::Request& request,
                                       const AccountDirectory& accounts, const AdminPolicy& policy,
                                       std::chrono::system_clock::time_point now,
                                       const AuthPolicy& auth) {
  const auto authorization = request.Header("Authorization");
  if (!authorization) return AuthorizeLocal(request, policy);
  if (!StartsWithIgnoringCase(*authorization, kBearer)) {
    return AuthorizeSigner(request, *authorization, accounts, policy, now, auth);
  }
  const std::string_view token = TrimSpaces(authorization->substr(kBearer.size()));
  if (!policy.token.empty() && EqualsInConstantTime(token, policy.token)) return AdminGrant{};
  return AdminFail(403, "WrongToken",
                   policy.token.empty()
                       ? "This server has no admin token: " + HowToAuthenticate(policy) + "."
                       : "This is not the token with which rowhoused was started (--admin-token).");
}

}  // namespace rowhouse::admin
