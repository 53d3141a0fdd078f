// What a query with a filter would read.

#include "query/scan_plan.h"
#include "table_service/admin/admin_handlers.h"

namespace rowhouse::admin {
namespace {

// Writes {"eq":K}, or any of "ge" or "gt", and "le" or "lt"; no member means no bound.
void AppendInterval(JsonWriter& json, const KeyInterval& keys) {
  json.BeginObject();
  if (keys.IsPoint()) {
    json.Member("eq", keys.low);
  } else {
    if (keys.low_open || !keys.low.empty()) json.Member(keys.low_open ? "gt" : "ge", keys.low);
    if (keys.high) json.Member(keys.high_open ? "lt" : "le", *keys.high);
  }
  json.EndObject();
}

}  // namespace

AdminResult<wire::Response> GetPlan(const AdminCall& call) {
  const auto account = AccountOf(call);
  if (!account) return tl::unexpected(account.error());
  const auto table = call.RequiredParameter("table");
  if (!table) return tl::unexpected(table.error());
  const Status exists = account->account->store->RequireTable(*table);
  if (!exists) return tl::unexpected(ToAdminError(exists.error(), *table));
  Filter filter;
  if (const auto text = call.Parameter("filter")) {
    auto parsed = ParseFilter(*text);
    if (!parsed) return tl::unexpected(ToAdminError(parsed.error(), *table));
    filter = *std::move(parsed);
  }
  const ScanPlan plan = PlanScan(filter.get());
  JsonWriter json;
  json.BeginObject().Member("account", account->name).Member("table", *table);
  json.Key("ranges").BeginArray();
  for (const ScanRange& range : plan.ranges) {
    json.BeginObject().Key("partitions");
    AppendInterval(json, range.partitions);
    json.Key("rows");
    AppendInterval(json, range.rows);
    json.EndObject();
  }
  json.EndArray();
  if (plan.residual) json.Member("then", Dump(*plan.residual));
  json.EndObject();
  return AdminJson(json);
}

}  // namespace rowhouse::admin
