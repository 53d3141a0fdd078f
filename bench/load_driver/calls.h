#pragma once
// The requests of the Table service that the driver sends (spec 5.2, 5.10, 5.13, 5.15, 5.16, 8.1).
// Keys and table names here need no quoting: the driver makes them itself.

#include "bench/load_driver/endpoint.h"
#include "bench/load_driver/rows.h"

#include <string>
#include <string_view>
#include <vector>

namespace rowhouse::bench {

Call CreateTableCall(std::string_view table);
Call InsertCall(std::string_view table, std::string entity);
// Insert-or-replace.
Call UpsertCall(std::string_view table, const RowKeys& keys, std::string entity);
Call PointReadCall(std::string_view table, const RowKeys& keys);

struct ContinuationToken {
  std::string next_partition = {};  // empty: none
  std::string next_row = {};
};
Call QueryCall(std::string_view table, std::string_view filter, const ContinuationToken& from);

struct BatchItem {
  RowKeys keys;
  std::string entity;
};
enum class BatchVerb : std::uint8_t { kInsert, kUpsert };
Call BatchCall(const Endpoint& endpoint, std::string_view table, BatchVerb verb,
               const std::vector<BatchItem>& items);

}  // namespace rowhouse::bench
