#pragma once
// A change set: operations on one partition that are applied all or nothing. batch/ makes them, a
// storage engine applies them (table_service/store/entities.h). Spec 5.10-5.14, 8.6.

#include "base/date_time.h"
#include "entity/entity_key.h"
#include "entity/error.h"
#include "entity/etag.h"

#include <cstddef>
#include <string>
#include <vector>

namespace rowhouse {

enum class OperationKind : std::uint8_t {
  kInsert,
  kReplace,
  kMerge,
  kInsertOrReplace,
  kInsertOrMerge,
  kDelete
};

struct Operation {
  OperationKind kind = OperationKind::kInsert;
  std::string row_key;
  IfMatch if_match;        // kReplace, kMerge, kDelete
  std::string properties;  // in stored form and order; empty for kDelete
};

// REQUIRES: 1..100 operations with distinct row keys that have passed CheckKeyCharacters(); a
// delete may name any key, even one that no entity can have. The engine checks lengths and sizes.
struct ChangeSet {
  std::string table;  // any spelling
  std::string partition_key;
  std::vector<Operation> operations;
};

struct ApplyError {
  Error error;
  std::size_t operation = 0;  // the one that failed; 0 for kTableNotFound
};

// The Timestamp that each operation gave its entity, in order (for a delete, its time).
using ApplyResult = tl::expected<std::vector<DateTime>, ApplyError>;

}  // namespace rowhouse
