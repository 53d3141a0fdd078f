#pragma once
// The read port: an ordered scan of one table. The store implements it, query/ consumes it.

#include "entity/entity_json.h"
#include "entity/entity_key.h"
#include "entity/error.h"

#include <memory>
#include <optional>
#include <string>

namespace rowhouse {

// An interval of one of the two keys, in UTF-16 order. The default contains every key.
struct KeyInterval {
  std::string low = {};
  bool low_open = false;
  std::optional<std::string> high = {};  // none: no upper bound
  bool high_open = false;

  bool operator==(const KeyInterval&) const = default;
  bool IsPoint() const { return high && !low_open && !high_open && *high == low; }
  bool Contains(std::string_view key) const;
  static KeyInterval Point(std::string key);
};

// The entities whose PartitionKey is in `partitions`, whose RowKey is in `rows`, and whose key is
// at least `from` and, if there is an `until`, less than that.
struct ScanRange {
  KeyInterval partitions;
  KeyInterval rows;
  EntityKey from;
  std::optional<EntityKey> until = {};
};

// A cursor is used by one thread at a time. Within each partition it sees one committed state; a
// source with a single connection to its data (an exclusive or in-memory store) guarantees that
// only for each chunk that it reads, not for the whole partition.
class EntityCursor {
 public:
  virtual ~EntityCursor() = default;

  // Moves to the next entity in key order and returns true, or returns false at the end of the
  // range. On an error the cursor is finished. `entity` is valid until the next call.
  virtual Result<bool> Next(StoredEntity& entity) = 0;
};

// Tells a source which rows of a scan the consumer discards.
class RowFilter {
 public:
  virtual ~RowFilter() = default;
  // False: the consumer would discard this row. A source may ask about rows in any order, about
  // rows outside the range, and more than once about the same row. However few rows match, the
  // answer is true now and then for a row that was not tested, so that the consumer regains control
  // and can check the clock; it must therefore still decide about each row that it gets.
  virtual bool Matches(const StoredEntity& entity) = 0;
};

class EntitySource {
 public:
  virtual ~EntitySource() = default;

  // A cursor positioned before the first entity of `range`. Implementations skip excluded rows by
  // seeking, partition by partition, rather than by reading them.
  virtual Result<std::unique_ptr<EntityCursor>> Scan(const ScanRange& range) = 0;

  // The same, but the cursor may leave out rows that `filter` does not match, which is cheaper than
  // returning them. This default leaves out none. `filter` must outlive the cursor and is only used
  // during ScanFiltered() and Next().
  virtual Result<std::unique_ptr<EntityCursor>> ScanFiltered(const ScanRange& range,
                                                             RowFilter& /*filter*/) {
    return Scan(range);
  }
};

}  // namespace rowhouse
