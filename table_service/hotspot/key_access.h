#pragma once
// An operation on a table as the hot-partition detector sees it.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace rowhouse {

using AccessTime = std::chrono::system_clock::time_point;

enum class AccessKind : std::uint8_t {
  kInsert,  // created the entity
  kUpsert,  // wrote it, whether or not it existed
  kUpdate,
  kDelete,
  kRead,  // of one entity
  kQuery  // of one partition or a part of it; `row_key` is ignored
};

constexpr bool IsWrite(AccessKind kind) { return kind < AccessKind::kRead; }

struct KeyAccess {
  AccessKind kind = AccessKind::kRead;
  std::string_view partition_key;
  std::string_view row_key;
  // Of a write, in stored form (entity/stored_properties.h); may be empty. Only the advisor uses
  // it, and only if the operation is sampled.
  std::string_view properties = {};
  std::size_t bytes = 0;  // of the entity, or of the answer
  // Of a read: false if the entity is known not to exist. Its key then counts as load on its
  // partition but is not part of the table's key range.
  bool found = true;
  // A tool loads data, in an order and at a speed of its own: the keys count as part of the key
  // range, but nothing is concluded from how they arrive.
  bool bulk_load = false;
};

// An operation kept as a sample for the advisor.
struct SampledAccess {
  AccessKind kind = AccessKind::kRead;
  std::string partition_key;
  std::string row_key;
  std::string properties;  // empty if longer than the detector keeps
  AccessTime time;
};

}  // namespace rowhouse
