#pragma once
// Finds the account of a request, and the URL of the service as its client addressed it. Spec 1.1.

#include "entity/error.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace rowhouse {

struct AccountAddress {
  std::string account;     // without "-secondary"
  bool secondary = false;  // the client addressed the secondary location
  std::string base_url;    // "http://127.0.0.1:10002/devstoreaccount1", without a final slash
  std::string_view resource_path;  // after the account, still encoded: "", "/", "/orders", ...
};

// The parts of a request that determine the account.
struct RequestTarget {
  std::optional<std::string_view> host = {};  // the Host header
  std::string_view path = {};                 // raw, without query
  std::string_view signer = {};               // the account that claims to have signed it
  bool tls = false;
};

// The names of a server and of its accounts.
struct AddressRules {
  std::span<const std::string> hosts = {};  // names of this machine, in lower case
  std::function<bool(std::string_view)> is_account = {};
};

// Parses an address. It is in host style if the host is ACCOUNT.HOST or ACCOUNT.table.HOST for one
// of `hosts`, or ACCOUNT.table.ANYTHING without being one of them. Otherwise, or if only the path
// names an existing account, it is in path style: the first segment of the path is the account,
// whatever the host. Two exceptions for widely used clients: an empty segment after the account of
// a path is skipped ("/shop//$batch"), and if neither host nor path names an existing account but
// the signer is one, the whole path belongs to that account ("/orders()", as old Python clients
// request a second page). The result has views into the path. kHostInformationNotPresent: no Host
// header. kInvalidHeaderValue: invalid characters in it (it is repeated in answers).
Result<AccountAddress> ParseAccountAddress(const RequestTarget& target, const AddressRules& rules);

}  // namespace rowhouse
