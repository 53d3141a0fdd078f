// The partitions of a table: their sizes, files and rates.

#include "query/continuation.h"
#include "table_service/admin/admin_handlers.h"
#include "table_service/traffic/traffic.h"

#include <utility>

namespace rowhouse::admin {
namespace {

constexpr std::size_t kPageDefault = 100;
constexpr std::size_t kPageMax = 1000;

AdminResult<std::string> ContinuationOf(const AdminCall& call) {
  const auto token = call.Parameter("continuation");
  if (!token) return std::string();
  auto key = DecodeToken(*token);
  if (key) return *std::move(key);
  return AdminFail(400, "InvalidParameter",
                   "The parameter continuation must be a value returned by an earlier answer.");
}

// Returns the rates of `partitions`, zero where nothing is known.
std::vector<PartitionRates::Rates> RatesOf(Traffic& traffic, std::string_view account,
                                           std::string_view table,
                                           const std::vector<store::PartitionSize>& partitions) {
  const TrafficRegistry::TablePtr known = traffic.registry().Find(account, table);
  if (!known) return std::vector<PartitionRates::Rates>(partitions.size());
  std::vector<std::string> keys;
  keys.reserve(partitions.size());
  for (const store::PartitionSize& partition : partitions) keys.push_back(partition.partition_key);
  return known->RatesOf(keys, traffic.Now());
}

void AppendPartition(JsonWriter& json, const store::PartitionSize& size,
                     const PartitionRates::Rates& rates) {
  json.BeginObject().Member("partition", size.partition_key);
  json.Member("rows", size.rows).Member("bytes", size.bytes).Member("exact", size.exact);
  if (!size.file.empty()) json.Member("file", size.file).Member("own_file", size.own_file);
  json.Member("reads_per_second", rates.reads).Member("writes_per_second", rates.writes);
  json.EndObject();
}

}  // namespace

AdminResult<wire::Response> GetPartitions(const AdminCall& call) {
  const auto account = AccountOf(call);
  if (!account) return tl::unexpected(account.error());
  const auto table = call.RequiredParameter("table");
  if (!table) return tl::unexpected(table.error());
  const auto max = call.NumberParameter("max", kPageDefault, kPageMax);
  if (!max) return tl::unexpected(max.error());
  const auto from = ContinuationOf(call);
  if (!from) return tl::unexpected(from.error());
  store::AccountStore& store = *account->account->store;
  const auto name = store.FindTable(*table);
  auto partitions = store.ListPartitions(*table, *from, *max + 1);
  if (!name || (!partitions && partitions.error().code == ErrorCode::kTableNotFound)) {
    return AdminFail(404, "TableNotFound",
                     "The account has no table with the name in the parameter table.");
  }
  if (!partitions) {
    return AdminFail(500, "InternalError", "A file could not be read; see the server's log.");
  }
  const auto rates = RatesOf(call.services.traffic, account->name, *table, *partitions);
  JsonWriter json;
  json.BeginObject().Member("table", *name).Key("partitions").BeginArray();
  const std::size_t shown = std::min(*max, partitions->size());
  for (std::size_t i = 0; i < shown; ++i) AppendPartition(json, (*partitions)[i], rates[i]);
  json.EndArray();
  if (partitions->size() > *max) {
    json.Member("continuation", EncodeToken((*partitions)[*max].partition_key));
  }
  json.EndObject();
  return AdminJson(json);
}

}  // namespace rowhouse::admin
