#pragma once
// Entities in the order of their properties, which the service cannot give.

#include "cli/query/cell_text.h"
#include "cli/query/entity_output.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace rowhouse::cli {

inline constexpr std::size_t kSortedMax = 1'000'000;  // entities, which are kept in memory

// Keeps what it is given, and gives it to `printer` sorted when all is there; with `limit` only
// that many. CommandError kFailure from Add(): more than kSortedMax.
std::unique_ptr<EntityPrinter> MakeSortingPrinter(std::unique_ptr<EntityPrinter> printer,
                                                  std::vector<SortKey> keys,
                                                  std::optional<std::size_t> limit);

}  // namespace rowhouse::cli
