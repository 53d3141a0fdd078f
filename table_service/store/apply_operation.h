#pragma once
// The rules of a write, apart from any engine: which conditions an operation has, in which order
// they are looked at, and what it makes of an entity. Spec 5.10-5.14, 8.6.

#include "entity/change_set.h"
#include "entity/error.h"
#include "table_service/store/entities.h"

#include <optional>
#include <string>
#include <string_view>

namespace rowhouse::store {

// The properties that `operation` gives to the entity of its key; nothing: it removes the entity.
// `stored` is what the key has now, null when there is no entity. Refused as Entities::Apply()
// says.
Result<std::optional<std::string>> ApplyOperation(const Operation& operation,
                                                  std::string_view partition_key,
                                                  const EntityRecord* stored);

}  // namespace rowhouse::store
