#pragma once
// Which account a request is for, and the service root as its client addressed it. Spec 1.1.

#include "entity/error.h"

#include <optional>
#include <string>
#include <string_view>

namespace rowhouse::http {

struct AccountAddress {
  std::string account;             // "-secondary" taken off
  bool secondary = false;          // the client addressed the secondary location
  std::string base_url;            // "http://127.0.0.1:10002/devstoreaccount1", no slash at the end
  std::string_view resource_path;  // behind the account, still encoded: "", "/", "/orders", ...
};

// Host style when the host is ACCOUNT.table.ANYTHING (and no IP address), else path style: the
// first segment of the path is the account, whatever the host. `path` is the raw path of the
// request, without query. The result views into it. kHostInformationNotPresent: no Host header.
// kInvalidHeaderValue: characters in it that no host has (it is repeated in answers).
Result<AccountAddress> ParseAccountAddress(std::optional<std::string_view> host,
                                           std::string_view path, bool tls);

}  // namespace rowhouse::http
