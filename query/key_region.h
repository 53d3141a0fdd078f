#pragma once
// Sets of keys for the planner. A span reaches from one cut to another, and a cut lies between two
// neighbouring keys, so no operation has to distinguish open from closed bounds.

#include "entity/entity_source.h"
#include "query/filter.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

// A position in the order of keys: just before or just after `key`, or after all keys.
struct KeyCut {
  enum class Side : std::uint8_t { kBefore, kAfter, kAfterAll };

  std::string key = {};
  Side side = Side::kBefore;  // the default lies before all keys

  static KeyCut Before(std::string_view key) { return {std::string(key), Side::kBefore}; }
  static KeyCut After(std::string_view key) { return {std::string(key), Side::kAfter}; }
  static KeyCut AfterAll() { return {{}, Side::kAfterAll}; }

  bool operator==(const KeyCut&) const = default;
  std::strong_ordering operator<=>(const KeyCut& other) const;
};

// The keys between two cuts. Invariant: low < high.
struct KeySpan {
  KeyCut low = {};
  KeyCut high = KeyCut::AfterAll();

  bool operator==(const KeySpan&) const = default;
  bool IsPoint() const;
  KeyInterval ToInterval() const;
};

// Sorted; spans neither overlap nor touch.
using KeySet = std::vector<KeySpan>;

KeySet AllKeys();
// The keys for which `key op literal` holds.
KeySet KeysWhere(CompareOp op, const std::string& literal);

KeySet Unite(const KeySet& left, const KeySet& right);
KeySet Intersect(const KeySet& left, const KeySet& right);
// The smallest single span that covers a non-empty set.
KeySpan HullOf(const KeySet& keys);

// Partitions that share the same rows in a region. `rows` is not empty.
struct RegionPiece {
  KeySpan partitions;
  KeySet rows;
};

// A set of (PartitionKey, RowKey) pairs, as pieces sorted by partition that do not overlap; pieces
// that touch have different rows. Represents any combination of key comparisons exactly.
struct KeyRegion {
  std::vector<RegionPiece> pieces;
  bool exact = true;  // false once widened to stay within kSpansMax

  // Bounds time and memory: a partition with more row spans than this gets a single one, and a
  // region with more pieces gets a single piece. So a region has fewer than twice as many spans.
  static constexpr std::size_t kSpansMax = 1000;

  static KeyRegion Everything();
  static KeyRegion OfPartitions(const KeySet& partitions);
  static KeyRegion OfRows(KeySet rows);

  bool IsEmpty() const { return pieces.empty(); }
  bool IsEverything() const;
};

KeyRegion Unite(const KeyRegion& left, const KeyRegion& right);
KeyRegion Intersect(const KeyRegion& left, const KeyRegion& right);

}  // namespace rowhouse
