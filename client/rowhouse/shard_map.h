#pragma once
// Data spread over several accounts or servers: which of them has a PartitionKey.

#include <cstddef>
#include <map>
#include <optional>
#include <rowhouse/fan_out.h>
#include <rowhouse/query.h>
#include <rowhouse/table_client.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rowhouse::tables {

// Maps PartitionKeys to shards, each a client of the same table in another account. A value; all
// calls may overlap.
class ShardMap {
 public:
  // Each key listed separately; others go to `otherwise`, if given.
  static ShardMap List(std::map<std::string, TableClient, std::less<>> shards,
                       std::optional<TableClient> otherwise = {});
  // Ranges: each begins with its key (inclusive, in the service's order) and ends before the next.
  // std::invalid_argument: no range, or two that begin with the same key. Keys before the first
  // belong to no shard.
  static ShardMap Ranges(const std::vector<std::pair<std::string, TableClient>>& lower_bounds);

  // std::out_of_range: no shard has this key.
  const TableClient& ShardOf(std::string_view partition_key) const;
  // Each once, by its URL.
  const std::vector<TableClient>& Shards() const { return shards_; }

  // As TableClient's, of the shard that has the key. std::out_of_range as ShardOf().
  ETag Insert(const Entity& entity, const CallOptions& call = {}) const;
  ETag UpsertMerge(const Entity& entity, const CallOptions& call = {}) const;
  ETag UpsertReplace(const Entity& entity, const CallOptions& call = {}) const;
  ETag UpdateMerge(const Entity& entity, IfMatch if_match = IfMatch::Own(),
                   const CallOptions& call = {}) const;
  ETag UpdateReplace(const Entity& entity, IfMatch if_match = IfMatch::Own(),
                     const CallOptions& call = {}) const;
  void Delete(std::string_view partition_key, std::string_view row_key,
              IfMatch if_match = IfMatch::Any(), const CallOptions& call = {}) const;
  Entity Get(std::string_view partition_key, std::string_view row_key,
             const std::vector<std::string>& select = {}, const CallOptions& call = {}) const;
  std::optional<Entity> TryGet(std::string_view partition_key, std::string_view row_key,
                               const std::vector<std::string>& select = {},
                               const CallOptions& call = {}) const;
  // std::invalid_argument: it is empty.
  TransactionResult Submit(const Transaction& transaction, const CallOptions& call = {}) const;

  // All shards, merged in key order, a page of each held at a time. options.start has to be the
  // start: a token belongs to one shard. std::invalid_argument otherwise.
  EntityRange Query(QueryOptions options = {}) const;
  // One partition, in its shard.
  EntityRange QueryPartition(std::string_view partition_key, QueryOptions options = {}) const;

 private:
  struct Bound {
    std::string key;
    std::size_t shard;
  };
  ShardMap() = default;
  std::size_t ShardIndex(const TableClient& client);  // added if it is new
  void SortBounds();

  std::vector<TableClient> shards_;
  std::vector<Bound> bounds_;  // sorted
  bool ranges_ = false;
  std::optional<std::size_t> otherwise_;
};

}  // namespace rowhouse::tables
