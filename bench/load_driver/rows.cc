#include "bench/load_driver/rows.h"

#include <algorithm>
#include <fmt/format.h>
#include <random>

namespace rowhouse::bench {
namespace {

constexpr std::uint64_t kRowsPerPartitionMin = 1000;
constexpr std::uint64_t kFewPartitionsMax = 10;
constexpr std::size_t kAllPropertiesBytesMin = 512;
constexpr std::size_t kTextBytes = 1U << 16U;

// Letters that no compression finds easy. One text for all; entities take different cuts of it.
std::string MakeText() {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz ";
  std::mt19937_64 random(20240501);  // the same text in each run
  std::uniform_int_distribution<std::size_t> letter(0, letters.size() - 1);
  std::string text(kTextBytes + kEntityBytesMax, ' ');
  std::generate(text.begin(), text.end(), [&] { return letters[letter(random)]; });
  return text;
}

std::string_view Filling(std::uint64_t seed, std::size_t size) {
  static const std::string text = MakeText();
  const std::uint64_t mixed = seed * 0x9E3779B97F4A7C15U;
  return std::string_view(text).substr((mixed >> 32U) % kTextBytes, size);
}

std::string KeyMembers(const RowKeys& keys) {
  return fmt::format(R"("PartitionKey":"{}","RowKey":"{}",)", keys.partition, keys.row);
}

}  // namespace

std::string_view ShapeName(Shape shape) { return shape == Shape::kFew ? "few" : "each"; }

std::string TableName(const TableSpec& table) {
  std::string name = fmt::format("{}{}", ShapeName(table.shape), table.rows);
  if (table.entity_bytes != kEntityBytes) name += fmt::format("b{}", table.entity_bytes);
  return name;
}

std::uint64_t PartitionCount(const TableSpec& table) {
  if (table.shape == Shape::kEach) return table.rows;
  return std::clamp<std::uint64_t>(table.rows / kRowsPerPartitionMin, 1, kFewPartitionsMax);
}

RowSpan PartitionRows(const TableSpec& table, std::uint64_t partition) {
  const std::uint64_t count = PartitionCount(table);
  const std::uint64_t size = table.rows / count;
  return {partition * size, partition + 1 == count ? table.rows : (partition + 1) * size};
}

RowKeys KeysOf(const TableSpec& table, std::uint64_t index) {
  if (table.shape == Shape::kEach) return {fmt::format("k{:09}", index), "r"};
  const std::uint64_t count = PartitionCount(table);
  const std::uint64_t partition = std::min(index / (table.rows / count), count - 1);
  return {fmt::format("p{:02}", partition), fmt::format("r{:09}", index)};
}

std::int64_t BucketOf(std::uint64_t index) {
  return static_cast<std::int64_t>(index % static_cast<std::uint64_t>(kBuckets));
}

std::uint64_t RowsSought(const TableSpec& table) {
  const auto buckets = static_cast<std::uint64_t>(kBuckets);
  const auto sought = static_cast<std::uint64_t>(kBucketSought);
  return table.rows / buckets + (table.rows % buckets > sought ? 1 : 0);
}

std::string PropertiesJson(const TableSpec& table, const RowKeys& keys,
                           const EntityContent& content) {
  constexpr std::string_view end = "\"}";
  std::string text = fmt::format(R"({{"Bucket":{},"Amount":{}.25,"Open":{},)", content.bucket,
                                 content.number % 1000, content.number % 2 == 0);
  if (table.entity_bytes >= kAllPropertiesBytesMin) {
    text +=
        fmt::format(R"("Serial@odata.type":"Edm.Int64","Serial":"{}",)"
                    R"("Placed@odata.type":"Edm.DateTime","Placed":"2024-05-01T12:30:00Z",)"
                    R"("Order@odata.type":"Edm.Guid","Order":"6f9619ff-8b86-d011-b42d-{:012x}",)",
                    content.number, content.number & 0xFFFFFFFFFFFFU);
  }
  text += R"("Note":")";
  const std::size_t used = text.size() + KeyMembers(keys).size() + end.size();
  text += Filling(content.text_seed, used < table.entity_bytes ? table.entity_bytes - used : 0);
  text += end;
  return text;
}

std::string EntityJson(const TableSpec& table, const RowKeys& keys, const EntityContent& content) {
  return "{" + KeyMembers(keys) + PropertiesJson(table, keys, content).substr(1);
}

}  // namespace rowhouse::bench
