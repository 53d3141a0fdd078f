#pragma once
// What the credentials of a request allow, as a value, and the operations that can be asked of it
// (spec 2.7, 2.8). Pure.

#include "entity/entity_key.h"
#include "entity/error.h"

#include <optional>
#include <string>
#include <string_view>

namespace rowhouse {

enum class ServiceOperation : std::uint8_t {
  kGetServiceProperties,
  kSetServiceProperties,
  kGetServiceStats,
  kListTables,
  kGetTable,
  kCreateTable,
  kDeleteTable,
  kGetTableAcl,
  kSetTableAcl,
  kReadEntities,  // a query or one entity
  kInsertEntity,
  kUpsertEntity,  // replace or merge without If-Match
  kUpdateEntity,  // replace or merge with If-Match
  kDeleteEntity,
  kBatch  // the envelope: each operation inside is asked for itself
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
Status Authorize(const AccessGrant& grant, ServiceOperation operation, std::string_view table);

// Whether the one entity of an operation may be touched: kAuthorizationFailure or kResourceNotFound
// as above.
Status AuthorizeKey(const AccessGrant& grant, const EntityKey& key);

}  // namespace rowhouse
