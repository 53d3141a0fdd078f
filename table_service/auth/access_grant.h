#pragma once
// The rights that the credentials of a request grant, and the check whether they suffice for an
// operation (spec 2.7, 2.8). Pure.

#include "entity/entity_key.h"
#include "entity/error.h"

#include <optional>
#include <string>
#include <string_view>

namespace rowhouse {

// The rights that a shared access signature must have for an operation (spec 2.7). Default: no
// signature allows the operation, only an account key does.
struct SasRequirement {
  enum class TableSasScope : std::uint8_t {
    kNever,
    kOfItsTable,
    kOfAnyTable  // for the envelope of a batch, whose operations are checked one by one
  };

  char resource_type = 0;             // letter of srt; 0: no account SAS allows it
  std::string_view account_any = {};  // sp of an account SAS must have any of these, unless empty
  std::string_view table_all = {};    // sp of a table SAS must have all of these
  TableSasScope table_sas = TableSasScope::kNever;
};

// The entity keys from `from` on, and before `until` if set, in the order of (PartitionKey,
// RowKey).
struct EntityKeyRange {
  EntityKey from = {};
  std::optional<EntityKey> until = {};

  bool operator==(const EntityKeyRange&) const = default;
  bool Contains(const EntityKey& key) const { return key >= from && (!until || key < *until); }
};

struct AccessGrant {
  enum class Kind : std::uint8_t { kFull, kAccountSas, kTableSas };

  Kind kind = Kind::kFull;          // kFull (Shared Key): the members below are ignored
  std::string permissions = {};     // letters of sp
  std::string resource_types = {};  // kAccountSas: letters of srt
  std::string table = {};           // kTableSas: the only table, in lower case
  EntityKeyRange keys = {};         // kTableSas: the only entity keys; otherwise all
  // Signed with a version before 2015-04-05: refusals are kResourceNotFound (spec 2.10).
  bool refuses_with_not_found = false;
};

// Checks that `grant` meets `needs` for an operation on `table` (a name in any case, empty for
// operations without one). kAuthorizationFailure, kAuthorizationResourceTypeMismatch,
// kAuthorizationPermissionMismatch or, for an old version, kResourceNotFound.
Status Authorize(const AccessGrant& grant, const SasRequirement& needs, std::string_view table);

// Checks that `grant` allows access to the entity of an operation. kAuthorizationFailure or
// kResourceNotFound as above.
Status AuthorizeKey(const AccessGrant& grant, const EntityKey& key);

}  // namespace rowhouse
