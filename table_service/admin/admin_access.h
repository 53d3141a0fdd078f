#pragma once
// Decides who may call an admin route. Pure.

#include "table_service/accounts/account_directory.h"
#include "table_service/admin/admin_call.h"
#include "table_service/auth/shared_key.h"

#include <chrono>
#include <optional>
#include <string>

namespace rowhouse::admin {

struct AdminPolicy {
  std::string token = {};  // empty: no token
  // Admit requests from this machine without credentials. Only for servers that listen on loopback
  // alone. Has no effect if there is a token: then the operator wants callers to identify
  // themselves.
  bool open_on_loopback = false;
  bool allow_reset = false;  // POST reset deletes all tables of an account
};

struct AdminGrant {
  std::optional<std::string> account;  // the one that signed; none: access to all accounts
};

// Authorizes a request by the first rule that applies:
//   Authorization: Bearer TOKEN                   the token: all accounts
//   Authorization: SharedKey[Lite] ACCOUNT:...    a signature: that account
//   any other Authorization                       refused
//   no Authorization, policy.open_on_loopback     all accounts, but only for a request that comes
//     from this machine and is meant for it: it has a Host of this machine (a web page can make its
//     own name point here and would then read the answer), and no Origin or Sec-Fetch-Site of
//     another site (a page can send requests here without reading the answer)
// Refusals are 401 or 403 and say which credentials are accepted.
AdminResult<AdminGrant> AuthorizeAdmin(const wire::Request& request,
                                       const AccountDirectory& accounts, const AdminPolicy& policy,
                                       std::chrono::system_clock::time_point now,
                                       const AuthPolicy& auth);

}  // namespace rowhouse::admin
