#pragma once
// Who may call an admin route. Pure.

#include "table_service/accounts/account_directory.h"
#include "table_service/admin/admin_call.h"
#include "table_service/auth/shared_key.h"

#include <chrono>
#include <optional>
#include <string>

namespace rowhouse::admin {

struct AdminPolicy {
  std::string token = {};  // empty: there is none
  // Without credentials, too, from this machine. For servers that listen on loopback only. A token
  // says that the operator wants to know who calls, and ends this.
  bool open_on_loopback = false;
  bool allow_reset = false;  // POST reset deletes all tables of an account
};

struct AdminGrant {
  std::optional<std::string> account;  // the one that signed; none: all are open to the caller
};

// The first that applies:
//   Authorization: Bearer TOKEN                   the token: all accounts
//   Authorization: SharedKey[Lite] ACCOUNT:...    a signature: that account
//   any other Authorization                       refused
//   none, where the policy is open                all accounts, but only for a request that comes
//     from this machine and was meant for it: a Host of this machine (a page of the web can make
//     its own name point here, and then reads the answer), and no Origin and no Sec-Fetch-Site of
//     another place (a page can send requests here without reading the answer)
// Refusals are 401 or 403 and say what would be let in.
AdminResult<AdminGrant> AuthorizeAdmin(const wire::Request& request,
                                       const AccountDirectory& accounts, const AdminPolicy& policy,
                                       std::chrono::system_clock::time_point now,
                                       const AuthPolicy& auth);

}  // namespace rowhouse::admin
