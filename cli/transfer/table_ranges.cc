#include "cli/transfer/table_ranges.h"

#include <utility>

namespace rowhouse::cli {
namespace {

using tables::Where;

std::optional<std::string> FirstKey(const tables::TableClient& table, const tables::Filter& filter,
                                    bool row) {
  tables::QueryOptions query;
  query.filter = filter;
  query.select = {"PartitionKey", "RowKey"};
  query.limit = 1;
  query.read_ahead = false;
  auto entity = table.Query(query).First();
  if (!entity) return std::nullopt;
  return row ? entity->RowKey() : entity->PartitionKey();
}

}  // namespace

std::vector<KeyRange> RangesOf(const tables::TableClient& table, std::size_t ranges_max,
                               std::optional<std::string> partition) {
  const auto first_partition = [&](const std::string& from) {
    return FirstKey(table, from.empty() ? tables::Filter() : Where("PartitionKey") >= from, false);
  };
  if (!partition) {
    const auto first = first_partition("");
    if (first && !FirstKey(table, Where("PartitionKey") > *first, false)) partition = first;
  }

  const auto first_row = [&](const std::string& from) {
    return FirstKey(table, Where("PartitionKey") == *partition && Where("RowKey") >= from, true);
  };
  std::vector<KeyRange> ranges;
  const auto found =
      partition ? SplitKeys(first_row, ranges_max) : SplitKeys(first_partition, ranges_max);
  ranges.reserve(found.size());
  for (const TextRange& range : found) {
    ranges.push_back({partition, range});
  }
  return ranges;
}

}  // namespace rowhouse::cli
