#pragma once
// Shared access signatures: query strings that grant a part of an account without its key.
// Signing is done locally; the service is not asked.

#include <cstdint>
#include <optional>
#include <rowhouse/entity.h>
#include <rowhouse/value.h>
#include <string>
#include <string_view>

namespace rowhouse::tables {

// An account's name and one of its keys. Cheap to copy. The key is never printed.
class SharedKeyCredential {
 public:
  // `base64_key` as the portal shows it. std::invalid_argument: not base64.
  SharedKeyCredential(std::string account, std::string_view base64_key);
  // devstoreaccount1 with its well-known key.
  static SharedKeyCredential Development();

  const std::string& Account() const { return account_; }
  const std::string& Key() const { return key_; }  // decoded bytes

 private:
  std::string account_;
  std::string key_;
};

enum class SasProtocol : std::uint8_t { kHttpsOnly, kHttpsAndHttp };

// The limits that both kinds have. Times are sent in whole seconds.
struct SasLimits {
  std::optional<DateTime> start = {};   // none: now. Set it back some minutes where clocks differ
  std::optional<DateTime> expiry = {};  // required, unless a policy has it
  std::string ip_range = {};            // "a.b.c.d" or "a.b.c.d-e.f.g.h"; empty: any
  std::optional<SasProtocol> protocol = {};
  std::string version = "2019-02-02";  // of the signature's form
};

// Where a range of keys begins or ends, inclusive; with a partition alone, the whole partition.
struct SasKeyLimit {
  std::string partition_key = {};
  std::optional<std::string> row_key = {};
};

struct TableSas {
  std::string table = {};        // the one table
  std::string permissions = {};  // letters of "raud"; empty if a policy has them
  SasLimits limits = {};
  std::string policy = {};  // id of a stored access policy of the table; empty: none
  std::optional<SasKeyLimit> from = {};
  std::optional<SasKeyLimit> to = {};
};

struct AccountSas {
  std::string permissions = {};        // letters of "rwdlacu", ...
  std::string resource_types = "sco";  // service, container (table), object (entity)
  SasLimits limits = {};
  std::string services = "t";
};

// The query string, without '?'. std::invalid_argument: a letter twice or unknown, no expiry or
// permissions and no policy, a row without its partition.
std::string SignTableSas(const SharedKeyCredential& credential, const TableSas& sas);
std::string SignAccountSas(const SharedKeyCredential& credential, const AccountSas& sas);

}  // namespace rowhouse::tables
