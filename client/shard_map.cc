#include "base/unicode.h"
#include "client/merge_stream.h"

#include <algorithm>
#include <fmt/format.h>
#include <rowhouse/shard_map.h>
#include <stdexcept>
#include <utility>

namespace rowhouse::tables {

ShardMap ShardMap::List(std::map<std::string, TableClient, std::less<>> shards,
                        std::optional<TableClient> otherwise) {
  std::vector<std::pair<std::string, TableClient>> keys(shards.begin(), shards.end());
  ShardMap map;
  for (auto& [key, client] : keys) map.bounds_.push_back({key, map.ShardIndex(client)});
  if (otherwise) map.otherwise_ = map.ShardIndex(*otherwise);
  map.SortBounds();
  return map;
}

ShardMap ShardMap::Ranges(const std::vector<std::pair<std::string, TableClient>>& lower_bounds) {
  if (lower_bounds.empty()) throw std::invalid_argument("a range map has at least one range");
  ShardMap map;
  map.ranges_ = true;
  for (const auto& [key, client] : lower_bounds)
    map.bounds_.push_back({key, map.ShardIndex(client)});
  map.SortBounds();
  const auto twin = std::adjacent_find(
      map.bounds_.begin(), map.bounds_.end(),
      [](const Bound& left, const Bound& right) { return left.key == right.key; });
  if (twin != map.bounds_.end()) {
    throw std::invalid_argument(fmt::format("two ranges begin with '{}'", twin->key));
  }
  return map;
}

std::size_t ShardMap::ShardIndex(const TableClient& client) {
  const auto found = std::find_if(shards_.begin(), shards_.end(), [&](const TableClient& shard) {
    return shard.Url() == client.Url();
  });
  if (found != shards_.end()) return static_cast<std::size_t>(found - shards_.begin());
  shards_.push_back(client);
  return shards_.size() - 1;
}

void ShardMap::SortBounds() {
  std::sort(bounds_.begin(), bounds_.end(), [](const Bound& left, const Bound& right) {
    return CompareOrdinal(left.key, right.key) < 0;
  });
}

const TableClient& ShardMap::ShardOf(std::string_view partition_key) const {
  // The first bound after the key.
  const auto next = std::upper_bound(
      bounds_.begin(), bounds_.end(), partition_key,
      [](std::string_view key, const Bound& bound) { return CompareOrdinal(key, bound.key) < 0; });
  if (next != bounds_.begin()) {
    const Bound& bound = *std::prev(next);
    if (ranges_ || bound.key == partition_key) return shards_[bound.shard];
  }
  if (otherwise_) return shards_[*otherwise_];
  throw std::out_of_range(fmt::format("no shard has the partition '{}'", partition_key));
}

ETag ShardMap::Insert(const Entity& entity, const CallOptions& call) const {
  return ShardOf(entity.PartitionKey()).Insert(entity, call);
}
ETag ShardMap::UpsertMerge(const Entity& entity, const CallOptions& call) const {
  return ShardOf(entity.PartitionKey()).UpsertMerge(entity, call);
}
ETag ShardMap::UpsertReplace(const Entity& entity, const CallOptions& call) const {
  return ShardOf(entity.PartitionKey()).UpsertReplace(entity, call);
}
ETag ShardMap::UpdateMerge(const Entity& entity, IfMatch if_match, const CallOptions& call) const {
  return ShardOf(entity.PartitionKey()).UpdateMerge(entity, std::move(if_match), call);
}
ETag ShardMap::UpdateReplace(const Entity& entity, IfMatch if_match,
                             const CallOptions& call) const {
  return ShardOf(entity.PartitionKey()).UpdateReplace(entity, std::move(if_match), call);
}
void ShardMap::Delete(std::string_view partition_key, std::string_view row_key, IfMatch if_match,
                      const CallOptions& call) const {
  ShardOf(partition_key).Delete(partition_key, row_key, std::move(if_match), call);
}
Entity ShardMap::Get(std::string_view partition_key, std::string_view row_key,
                     const std::vector<std::string>& select, const CallOptions& call) const {
  return ShardOf(partition_key).Get(partition_key, row_key, select, call);
}
std::optional<Entity> ShardMap::TryGet(std::string_view partition_key, std::string_view row_key,
                                       const std::vector<std::string>& select,
                                       const CallOptions& call) const {
  return ShardOf(partition_key).TryGet(partition_key, row_key, select, call);
}

TransactionResult ShardMap::Submit(const Transaction& transaction, const CallOptions& call) const {
  if (transaction.IsEmpty()) throw std::invalid_argument("a transaction has at least one write");
  return ShardOf(transaction.Writes().front().entity.PartitionKey()).Submit(transaction, call);
}

EntityRange ShardMap::Query(QueryOptions options) const {
  if (!options.start.IsStart()) {
    throw std::invalid_argument("a continuation token belongs to one shard, not to the map");
  }
  if (options.page_size < 1 || options.page_size > 1000) {
    throw std::invalid_argument("a page has 1 to 1000 entities");
  }
  const std::optional<std::size_t> limit = options.limit;
  const EntityRange all([shards = shards_, options = std::move(options)] {
    std::vector<MergeSource> sources;
    sources.reserve(shards.size());
    for (const TableClient& shard : shards) sources.push_back({shard, options});
    return OpenMerge(std::move(sources), InKeyOrder, shards.size());
  });
  return limit ? all.Limit(*limit) : all;
}

EntityRange ShardMap::QueryPartition(std::string_view partition_key, QueryOptions options) const {
  options.filter = Where("PartitionKey") == partition_key && options.filter;
  return ShardOf(partition_key).Query(std::move(options));
}

}  // namespace rowhouse::tables
