#pragma once
// The rows of a benchmark table: keys and bodies follow from their number and a seed, so that a
// reader knows what it must get without having written it.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace rowhouse::bench {

// How rows lie in partitions.
enum class Shape : std::uint8_t {
  kFew,  // many rows in each of few partitions: one for every 1,000 rows, at most 10
  kEach  // a partition for each row
};
std::string_view ShapeName(Shape shape);  // "few", "each"

// Of an entity's JSON with its keys.
inline constexpr std::size_t kEntityBytes = 1024;  // unless said otherwise
inline constexpr std::size_t kEntityBytesMin = 200;
// The filling text is one String property, and those end at 32 Ki characters.
inline constexpr std::size_t kEntityBytesMax = 32768;

struct TableSpec {
  Shape shape = Shape::kFew;
  std::uint64_t rows = 1000;
  std::uint64_t seed = 1;
  std::size_t entity_bytes = kEntityBytes;
};

// The name of the table, e.g. "few1000", or "few1000b200" with entities of another size.
std::string TableName(const TableSpec& table);

struct RowKeys {
  std::string partition;
  std::string row;
};
// The keys of row `index`; rows are numbered in key order. An index past the end gives a key that
// sorts just after the table's rows.
RowKeys KeysOf(const TableSpec& table, std::uint64_t index);

// Neighbouring rows, first to end (not included).
struct RowSpan {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
};
std::uint64_t PartitionCount(const TableSpec& table);
RowSpan PartitionRows(const TableSpec& table, std::uint64_t partition);

// An entity has seven properties, each of another type; below 512 bytes, the four shortest of them.
// Bucket says which rows the filter workload finds: those with kBucketSought, one in kBuckets.
inline constexpr std::int64_t kBuckets = 100;
inline constexpr std::int64_t kBucketSought = 42;
std::int64_t BucketOf(std::uint64_t index);
std::uint64_t RowsSought(const TableSpec& table);

struct EntityContent {
  std::int64_t bucket = 0;
  std::uint64_t number = 0;
  std::uint64_t text_seed = 0;  // chooses the filling text
};
// The properties only, as the store keeps them ({"Bucket":...}), as long as EntityJson() less the
// keys.
std::string PropertiesJson(const TableSpec& table, const RowKeys& keys,
                           const EntityContent& content);
// With the keys as members, as a request's body has them: table.entity_bytes long.
// REQUIRES: kEntityBytesMin <= table.entity_bytes <= kEntityBytesMax
std::string EntityJson(const TableSpec& table, const RowKeys& keys, const EntityContent& content);

}  // namespace rowhouse::bench
