#pragma once
// What the credentials of a request allow, as a value, and whether that is enough for an operation
// (spec 2.7, 2.8). Pure.

#include "entity/entity_key.h"
#include "entity/error.h"

#include <optional>
#include <string>
#include <string_view>

namespace rowhouse {

// What an operation needs of a shared access signature (spec 2.7). The default: no signature allows
// it, only an account key.
struct SasRequirement {
  enum class TableSas : std::uint8_t {
    kNever,
    kOfItsTable,
    kOfAnyTable  // the envelope of a batch: each operation inside is asked for itself
  };

  char resource_type = 0;             // letter of srt; 0: no account SAS allows it
  std::string_view account_any = {};  // sp of an account SAS: one of these; empty: none is needed
  std::string_view table_all = {};    // sp of a table SAS: all of these
  TableSas table_sas = TableSas::kNever;
};

// The keys from `from` on, and before `until` if there is one, in the order of (PartitionKey,
// RowKey).
struct KeyRange {
  EntityKey from = {};
  std::optional<EntityKey> until = {};

  bool operator==(const KeyRange&) const = default;
  bool Contains(const EntityKey& key) const { return key >= from && (!until || key < *until); }
};

struct AccessGrant {
  enum class Kind : std::uint8_t { kFull, kAccountSas, kTableSas };

  Kind kind = Kind::kFull;          // kFull (Shared Key): the members below do not count
  std::string permissions = {};     // letters of sp
  std::string resource_types = {};  // kAccountSas: letters of srt
  std::string table = {};           // kTableSas: the only table, in lower case
  KeyRange keys = {};               // kTableSas: the only keys; everything otherwise
  // Signed with a version before 2015-04-05: what is not allowed is not found (spec 2.10).
  bool refuses_with_not_found = false;
};

// Success, kAuthorizationFailure, kAuthorizationResourceTypeMismatch,
// kAuthorizationPermissionMismatch or, for an old version, kResourceNotFound. `table` is the
// operation's, in any case; empty for operations without one.
Status Authorize(const AccessGrant& grant, const SasRequirement& needs, std::string_view table);

// Whether the one entity of an operation may be touched: kAuthorizationFailure or kResourceNotFound
// as above.
Status AuthorizeKey(const AccessGrant& grant, const EntityKey& key);

}  // namespace rowhouse
