#pragma once
// Cutting a table into ranges of keys that can be read side by side, by asking a few times for the
// first key after a place: the protocol has no other way to learn where keys are.

#include <cstddef>
#include <functional>
#include <optional>
#include <rowhouse/entity.h>
#include <rowhouse/filter.h>
#include <string>
#include <vector>

namespace rowhouse::cli {

// Keys from `from` on, inclusive, to `to`, exclusive; empty: no bound on that side.
struct TextRange {
  std::string from = {};
  std::string to = {};

  bool operator==(const TextRange&) const = default;
};

// The first key that is not less than the argument.
using FirstKeyFrom = std::function<std::optional<std::string>(const std::string&)>;

// Ranges in key order that together hold every key, at most `ranges_max` of them, fewer when the
// keys do not differ enough. They cut where keys differ first after what all have in common. Asks
// `first_from` at most kProbesMax times.
inline constexpr std::size_t kProbesMax = 300;
std::vector<TextRange> SplitKeys(const FirstKeyFrom& first_from, std::size_t ranges_max);

// A part of a table: partitions, or rows of one partition.
struct KeyRange {
  std::optional<std::string> partition = {};  // rows of this one; none: of PartitionKeys
  TextRange range = {};

  bool operator==(const KeyRange&) const = default;
  std::string ToString() const;  // one line without blanks, for FromString()
  static std::optional<KeyRange> FromString(const std::string& text);
};

// The filters that together give the entities of `range` that come after the key `after`, in key
// order; of all from its start without one. Several, since a service answers an `or` by reading the
// whole table.
std::vector<tables::Filter> FiltersOf(const KeyRange& range,
                                      const std::optional<tables::EntityKey>& after);

}  // namespace rowhouse::cli
