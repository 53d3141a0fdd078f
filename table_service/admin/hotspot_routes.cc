// The findings on a table's keys with advice, and the activity over time and key ranges.

#include "base/date_time.h"
#include "table_service/admin/admin_handlers.h"
#include "table_service/hotspot/findings_json.h"
#include "table_service/traffic/traffic.h"

#include <utility>
#include <vector>

namespace rowhouse::admin {
namespace {

AdminResult<Traffic*> DetectingTraffic(const AdminCall& call) {
  if (call.services.traffic.watch() != nullptr) return &call.services.traffic;
  return AdminFail(404, "NoDetector",
                   "This server does not watch keys: start rowhoused without --no-detector.");
}

struct NamedTable {
  std::string account;
  std::string name;                   // in its original spelling
  TrafficRegistry::TablePtr traffic;  // null: no traffic yet
};

AdminResult<NamedTable> FindTable(const AdminCall& call, Traffic& traffic, std::string_view table) {
  const auto account = AccountOf(call);
  if (!account) return tl::unexpected(account.error());
  auto name = account->account->store->FindTable(table);
  if (!name) {
    return AdminFail(404, "TableNotFound",
                     "The account has no table with the name in the parameter table.");
  }
  return NamedTable{.account = account->name,
                    .name = *std::move(name),
                    .traffic = traffic.registry().Find(account->name, table)};
}

TableFindings FindingsOf(const NamedTable& table, AccessTime now) {
  TableFindings findings{.table = table.name, .operations = 0, .findings = {}};
  if (!table.traffic) return findings;
  findings.operations = table.traffic->Operations();
  findings.bulk_load_operations = table.traffic->BulkLoadOperations();
  findings.findings = table.traffic->Findings(now);
  return findings;
}

// Returns the tables of an account that have had traffic.
AdminResult<std::vector<NamedTable>> TablesInUse(const AdminCall& call, Traffic& traffic) {
  const auto account = AccountOf(call);
  if (!account) return tl::unexpected(account.error());
  std::vector<NamedTable> tables;
  for (TrafficRegistry::Entry& entry : traffic.registry().All()) {
    if (entry.id.account != account->name) continue;
    auto name = account->account->store->FindTable(entry.id.table);
    if (!name) continue;
    tables.push_back({entry.id.account, *std::move(name), std::move(entry.traffic)});
  }
  return tables;
}

void AppendCells(JsonWriter& json, const ActivityGrid::Range& range, const char* name,
                 std::uint32_t ActivityGrid::Cell::*count) {
  json.Key(name).BeginArray();
  for (const ActivityGrid::Cell& cell : range.cells) json.Value(cell.*count);
  json.EndArray();
}

}  // namespace

AdminResult<wire::Response> GetHotspots(const AdminCall& call) {
  const auto traffic = DetectingTraffic(call);
  if (!traffic) return tl::unexpected(traffic.error());
  std::vector<NamedTable> tables;
  if (const auto name = call.Parameter("table")) {
    auto table = FindTable(call, **traffic, *name);
    if (!table) return tl::unexpected(std::move(table.error()));
    tables.push_back(*std::move(table));
  } else {
    auto in_use = TablesInUse(call, **traffic);
    if (!in_use) return tl::unexpected(std::move(in_use.error()));
    tables = *std::move(in_use);
  }
  std::vector<TableFindings> findings;
  findings.reserve(tables.size());
  for (const NamedTable& table : tables) findings.push_back(FindingsOf(table, (*traffic)->Now()));
  const auto maps = call.Parameter("maps") == "1" ? KeyMaps::kWith : KeyMaps::kWithout;
  return AdminJson(200, FindingsJson(findings, maps));
}

AdminResult<wire::Response> GetActivity(const AdminCall& call) {
  const auto traffic = DetectingTraffic(call);
  if (!traffic) return tl::unexpected(traffic.error());
  const auto name = call.RequiredParameter("table");
  if (!name) return tl::unexpected(name.error());
  const auto table = FindTable(call, **traffic, *name);
  if (!table) return tl::unexpected(table.error());
  const AccessTime now = (*traffic)->Now();
  const ActivityGrid::Picture picture =
      table->traffic ? table->traffic->Activity(now) : ActivityGrid::Picture{now, {}, {}};
  JsonWriter json;
  json.BeginObject().Member("table", table->name);
  json.Member("begin", DateTime::FromSystem(picture.begin).ToString());
  json.Member("step_seconds", picture.step.count());
  json.Key("ranges").BeginArray();
  for (const ActivityGrid::Range& range : picture.ranges) {
    json.BeginObject().Key("from").BeginObject();
    json.Member("partition", range.partition).Member("row", range.row).EndObject();
    AppendCells(json, range, "reads", &ActivityGrid::Cell::reads);
    AppendCells(json, range, "writes", &ActivityGrid::Cell::writes);
    json.EndObject();
  }
  json.EndArray().EndObject();
  return AdminJson(json);
}

}  // namespace rowhouse::admin
