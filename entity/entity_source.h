#pragma once
// The reading port: an ordered scan of one table. The store implements it, query/ pulls from it.

#include "entity/entity_json.h"
#include "entity/entity_key.h"
#include "entity/error.h"

#include <memory>
#include <optional>
#include <string>

namespace rowhouse {

// An interval of one key, by UTF-16 order. The default is everything.
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

// The entities whose PartitionKey lies in `partitions`, whose RowKey lies in `rows`, and whose key
// is `from` or later and, if there is an `until`, before that.
struct ScanRange {
  KeyInterval partitions;
  KeyInterval rows;
  EntityKey from;
  std::optional<EntityKey> until = {};
};

// Threads: a cursor is used by one thread at a time. It sees, within each partition, one committed
// state; a source with only one connection to its data (an exclusive or in-memory store) promises
// that for each of the chunks that it reads in turn, not for the partition.
class EntityCursor {
 public:
  virtual ~EntityCursor() = default;

  // Moves to the next entity in key order and returns true, or returns false at the end of the
  // range. On an error the cursor is finished. `entity` is valid until the next call.
  virtual Result<bool> Next(StoredEntity& entity) = 0;
};

// Says which rows of a scan the one who pulls does without.
class RowSieve {
 public:
  virtual ~RowSieve() = default;
  // Asked about rows in any order, also of those outside of the range, and perhaps twice; it lets
  // one pass now and then however little matches, so that the one who pulls can look at the clock.
  virtual bool Drops(const StoredEntity& entity) = 0;
};

class EntitySource {
 public:
  virtual ~EntitySource() = default;

  // A cursor before the first entity of `range`. Implementations skip what the range excludes by
  // seeking, partition by partition, without reading the rows between.
  virtual Result<std::unique_ptr<EntityCursor>> Scan(const ScanRange& range) = 0;

  // The same, but it may leave out rows that `sieve` drops, which is cheaper than to hand them out.
  // `sieve` outlives the cursor and is used while Next() runs only.
  virtual Result<std::unique_ptr<EntityCursor>> ScanSifted(const ScanRange& range,
                                                           RowSieve& /*sieve*/) {
    return Scan(range);
  }
};

}  // namespace rowhouse
