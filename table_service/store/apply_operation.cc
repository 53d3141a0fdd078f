#include "table_service/store/apply_operation.h"

#include "entity/storable.h"
#include "entity/stored_properties.h"

#include <cstdlib>
#include <utility>

namespace rowhouse::store {
namespace {

using Outcome = Result<std::optional<std::string>>;

Outcome Store(const Operation& operation, std::string_view partition_key, std::string properties) {
  auto checked = CheckStorable(partition_key, operation.row_key, properties);
  if (!checked) return tl::unexpected(std::move(checked.error()));
  return std::optional(std::move(properties));
}

Outcome Insert(const Operation& operation, std::string_view partition_key,
               const EntityRecord* stored) {
  auto inserted = Store(operation, partition_key, operation.properties);
  if (inserted && stored != nullptr) return Fail(ErrorCode::kEntityAlreadyExists);
  return inserted;
}

// Replace, merge and delete, which need an existing entity.
Outcome Update(const Operation& operation, std::string_view partition_key,
               const EntityRecord* stored) {
  if (stored == nullptr) return Fail(ErrorCode::kResourceNotFound);
  if (auto matched = operation.if_match.Check(stored->timestamp); !matched) {
    return tl::unexpected(std::move(matched.error()));
  }
  if (operation.kind == OperationKind::kDelete) return std::optional<std::string>();
  return Store(operation, partition_key,
               operation.kind == OperationKind::kMerge
                   ? MergeProperties(stored->properties, operation.properties)
                   : SortProperties(operation.properties));
}

}  // namespace

Outcome ApplyOperation(const Operation& operation, std::string_view partition_key,
                       const EntityRecord* stored) {
  switch (operation.kind) {
    case OperationKind::kInsert:
      return Insert(operation, partition_key, stored);
    case OperationKind::kInsertOrReplace:
      return Store(operation, partition_key, SortProperties(operation.properties));
    case OperationKind::kInsertOrMerge:
      return Store(operation, partition_key,
                   stored != nullptr ? MergeProperties(stored->properties, operation.properties)
                                     : SortProperties(operation.properties));
    case OperationKind::kReplace:
    case OperationKind::kMerge:
    case OperationKind::kDelete:
      return Update(operation, partition_key, stored);
  }
  std::abort();
}

}  // namespace rowhouse::store
