#pragma once
// Which account a request is for, and the service root as its client addressed it. Spec 1.1.

#include "entity/error.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace rowhouse {

struct AccountAddress {
  std::string account;             // "-secondary" taken off
  bool secondary = false;          // the client addressed the secondary location
  std::string base_url;            // "http://127.0.0.1:10002/devstoreaccount1", no slash at the end
  std::string_view resource_path;  // behind the account, still encoded: "", "/", "/orders", ...
};

// Where a request was sent.
struct RequestTarget {
  std::optional<std::string_view> host = {};  // the Host header
  std::string_view path = {};                 // raw, without query
  std::string_view signer = {};               // the account that claims to have signed it
  bool tls = false;
};

// What a server knows of its names.
struct AddressRules {
  std::span<const std::string> hosts = {};  // names of this machine, in lower case
  std::function<bool(std::string_view)> is_account = {};
};

// Host style when the host is ACCOUNT.HOST or ACCOUNT.table.HOST for one of the `hosts`, or
// ACCOUNT.table.ANYTHING that is none of them. Else path style: the first segment of the path is
// the account, whatever the host; so, too, when only the path names one of the accounts. Two
// leniencies for clients in wide use: an empty segment behind the account of a path is skipped
// ("/shop//$batch"), and where neither host nor path names one of the accounts but the signer is
// one, the whole path is that account's ("/orders()", as old Python clients ask for a second page).
// The result views into the path. kHostInformationNotPresent: no Host header. kInvalidHeaderValue:
// characters in it that no host has (it is repeated in answers).
Result<AccountAddress> ParseAccountAddress(const RequestTarget& target, const AddressRules& rules);

}  // namespace rowhouse
