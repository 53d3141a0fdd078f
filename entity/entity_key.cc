#include "entity/entity_key.h"

#include "base/unicode.h"

namespace rowhouse {

std::strong_ordering EntityKey::operator<=>(const EntityKey& other) const {
  const auto order = CompareOrdinal(partition, other.partition);
  return order != 0 ? order : CompareOrdinal(row, other.row);
}

}  // namespace rowhouse
