// All tables with their sizes, rates and findings.

#include "base/date_time.h"
#include "table_service/admin/admin_handlers.h"
#include "table_service/admin/table_sizes.h"
#include "table_service/hotspot/findings_json.h"
#include "table_service/hotspot/severity.h"
#include "table_service/traffic/traffic.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace rowhouse::admin {
namespace {

// How long an answer waits for sizes that are not known yet or may be old.
constexpr std::chrono::seconds kPatience{2};

void AppendSize(JsonWriter& json, const std::optional<store::TableSize>& size) {
  if (!size) return;
  json.Member("rows", size->rows).Member("bytes", size->bytes);
  json.Member("partitions", size->partitions).Member("exact", size->exact);
}

void AppendFinding(JsonWriter& json, const Finding& finding) {
  json.BeginObject().Member("kind", KindName(finding.kind));
  json.Member("severity", SeverityName(finding.severity));
  if (finding.partition) json.Member("partition", *finding.partition);
  json.Member("why", finding.why).EndObject();
}

// `traffic` is null if the table has had none.
void AppendTraffic(JsonWriter& json, TableTraffic* traffic, AccessTime now) {
  PartitionRates::Load load;
  std::vector<Finding> findings;
  if (traffic != nullptr) {
    load = traffic->Load(now);
    findings = traffic->FindingsWithoutAdvice(now);
  }
  json.Member("reads_per_second", load.table.reads);
  json.Member("writes_per_second", load.table.writes);
  json.Member("busiest_partition_per_second", load.busiest);
  json.Member("busiest_partition_of_limit", load.busiest / kCloudPartitionRate);
  json.Key("findings").BeginArray();
  for (const Finding& finding : findings) AppendFinding(json, finding);
  json.EndArray();
}

void AppendTable(JsonWriter& json, const MeasuredTable& table, Traffic& traffic) {
  json.BeginObject().Member("account", table.account).Member("table", table.table);
  AppendSize(json, table.size);
  if (traffic.watch() != nullptr) {
    const auto known = traffic.registry().Find(table.account, table.table);
    AppendTraffic(json, known.get(), traffic.Now());
  }
  json.EndObject();
}

}  // namespace

AdminResult<wire::Response> ListTables(const AdminCall& call) {
  const auto accounts = AccountsOf(call);
  if (!accounts) return tl::unexpected(accounts.error());
  const auto survey = call.services.sizes.Get(kPatience);
  if (!survey) {
    AdminError error{.status = 503,
                     .code = "NotMeasuredYet",
                     .message =
                         "The tables are being measured for the first time since the start; "
                         "ask again in a few seconds."};
    error.headers.emplace_back("Retry-After", "2");
    return tl::unexpected(std::move(error));
  }
  const auto age = std::chrono::steady_clock::now() - survey->begin;
  const auto measured = std::chrono::system_clock::now() -
                        std::chrono::duration_cast<std::chrono::system_clock::duration>(age);
  JsonWriter json;
  json.BeginObject().Member("measured", DateTime::FromSystem(measured).ToString());
  json.Key("tables").BeginArray();
  for (const MeasuredTable& table : survey->tables) {
    const bool is_wanted =
        std::any_of(accounts->begin(), accounts->end(),
                    [&](const NamedAccount& account) { return account.name == table.account; });
    if (is_wanted) AppendTable(json, table, call.services.traffic);
  }
  json.EndArray().EndObject();
  return AdminJson(json);
}

}  // namespace rowhouse::admin
