#pragma once
// Everything that several queries give, in no order, read as fast as they answer.

#include "client/merge_stream.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <rowhouse/entity.h>
#include <vector>

namespace rowhouse::tables {

// The entities of all sources for which `wanted` holds; nothing once there are more than
// `entities_max`. One request of each source is in flight at a time. `wanted` is called from any thread,
// by several at a time. Throws what a page throws.
std::optional<std::vector<Entity>> GatherAll(std::vector<MergeSource> sources,
                                             std::function<bool(const Entity&)> wanted,
                                             std::size_t entities_max);

}  // namespace rowhouse::tables
