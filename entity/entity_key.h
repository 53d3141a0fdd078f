#pragma once
// The key of an entity within its table.

#include <compare>
#include <string>

namespace rowhouse {

// Ordered as scans are: by partition, then by row, each by UTF-16 code units.
struct EntityKey {
  std::string partition;
  std::string row;

  bool operator==(const EntityKey&) const = default;
  std::strong_ordering operator<=>(const EntityKey& other) const;
};

}  // namespace rowhouse
