#pragma once
// The rules of a write, independent of any engine: which conditions an operation has, in which
// order they are checked, and how it changes an entity. Spec 5.10-5.14, 8.6.

#include "entity/change_set.h"
#include "entity/error.h"
#include "table_service/store/entities.h"

#include <optional>
#include <string>
#include <string_view>

namespace rowhouse::store {

// Returns the properties that `operation` gives the entity, or nothing if it removes the entity.
// `stored` is the entity as it is now, null if it does not exist. Fails as Entities::Apply()
// describes.
Result<std::optional<std::string>> ApplyOperation(const Operation& operation,
                                                  std::string_view partition_key,
                                                  const EntityRecord* stored);

}  // namespace rowhouse::store
