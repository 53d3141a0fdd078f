#pragma once
// One operation on a table, as the hot-partition detector sees it.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace rowhouse {

using AccessTime = std::chrono::system_clock::time_point;

enum class AccessKind : std::uint8_t {
  kInsert,  // created the entity
  kUpsert,  // wrote it, whether or not it was there before
  kUpdate,
  kDelete,
  kRead,  // of one entity
  kQuery  // of (a part of) one partition; `row_key` is not looked at
};

constexpr bool IsWrite(AccessKind kind) { return kind < AccessKind::kRead; }

struct Access {
  AccessKind kind = AccessKind::kRead;
  std::string_view partition_key;
  std::string_view row_key;
  // Of a write, in the stored form (entity/stored_properties.h); may be empty. Only the advisor
  // looks at it, and only when the operation is sampled.
  std::string_view properties = {};
  std::size_t bytes = 0;  // of the entity, or of the answer
  // Of a read: what it was for is there, as far as is known. Keys that are only asked for are load
  // on their partition, but no part of the table's range.
  bool is_there = true;
};

// An operation that was kept as a sample for the advisor.
struct SampledAccess {
  AccessKind kind = AccessKind::kRead;
  std::string partition_key;
  std::string row_key;
  std::string properties;  // cut off: empty when longer than the detector keeps
  AccessTime time;
};

}  // namespace rowhouse
