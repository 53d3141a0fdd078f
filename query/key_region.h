#pragma once
// Sets of keys as the planner computes with them. A span is half-open between two cuts, and a cut
// lies between two neighbouring keys, so no operation has to ask which bounds are open.

#include "entity/entity_source.h"
#include "query/filter.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

// A place in the order of keys: just before or just behind `key`, or behind all keys.
struct KeyCut {
  enum class Side : std::uint8_t { kBefore, kBehind, kBehindAll };

  std::string key = {};
  Side side = Side::kBefore;  // the default lies before all keys

  static KeyCut Before(std::string_view key) { return {std::string(key), Side::kBefore}; }
  static KeyCut Behind(std::string_view key) { return {std::string(key), Side::kBehind}; }
  static KeyCut BehindAll() { return {{}, Side::kBehindAll}; }

  bool operator==(const KeyCut&) const = default;
  std::strong_ordering operator<=>(const KeyCut& other) const;
};

// The keys between two cuts; at least possibly one. low < high.
struct KeySpan {
  KeyCut low = {};
  KeyCut high = KeyCut::BehindAll();

  bool operator==(const KeySpan&) const = default;
  bool IsPoint() const;
  KeyInterval ToInterval() const;
};

// Sorted, neither overlapping nor touching.
using KeySet = std::vector<KeySpan>;

KeySet AllKeys();
// The keys for which `key op literal` holds.
KeySet KeysWhere(CompareOp op, const std::string& literal);

KeySet Unite(const KeySet& left, const KeySet& right);
KeySet Intersect(const KeySet& left, const KeySet& right);
// The smallest single span around a set that is not empty.
KeySpan HullOf(const KeySet& keys);

// Partitions that have the same rows in a region. `rows` is not empty.
struct RegionPiece {
  KeySpan partitions;
  KeySet rows;
};

// A set of (PartitionKey, RowKey) pairs: pieces sorted by partition, not overlapping, touching ones
// with different rows. Everything that comparisons of the two keys can say, exactly.
struct KeyRegion {
  std::vector<RegionPiece> pieces;
  bool exact = true;  // false once it was widened to stay within kSpansMax

  // Bounds time and memory: beyond so many row spans a partition gets one, and beyond so many
  // pieces there is one. So a region has less than twice as many spans.
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
