#pragma once
// Values of entities as people read and order them.

#include <compare>
#include <rowhouse/entity.h>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse::cli {

// The text of a property, of a key or of the Timestamp; empty where the entity has none.
std::string CellText(const tables::Entity& entity, std::string_view name);

// The order that sorting uses: absent, then Booleans, numbers of any type by their value (NaN
// first), dates,
// Guids, texts, binaries.
std::weak_ordering CompareValues(const tables::Value& left, const tables::Value& right);

struct SortKey {
  std::string name = {};
  bool descending = false;
};

// "Born desc,Name". CommandError kUsage: something else than asc or desc follows a name.
std::vector<SortKey> ParseSortKeys(const std::string& text);

// Entities that are equal by `keys` keep their order.
void SortEntities(std::vector<tables::Entity>& entities, const std::vector<SortKey>& keys);

}  // namespace rowhouse::cli
