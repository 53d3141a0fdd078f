// GET /_rowhouse/metrics, and the metrics about requests, limits and keys.

#include "table_service/admin/admin_handlers.h"
#include "table_service/admin/metric_families.h"
#include "table_service/hotspot/findings_json.h"
#include "table_service/traffic/traffic.h"

#include <array>
#include <fmt/format.h>
#include <prometheus/text_serializer.h>
#include <utility>
#include <vector>

namespace rowhouse::admin {
namespace {

std::string Text(std::string_view text) { return std::string(text); }

store::HistogramCounts LatencyOf(const KindTotals& totals) {
  return {.bounds = {kLatencyBounds.begin(), kLatencyBounds.end()},
          .counts = {totals.by_latency.begin(), totals.by_latency.end()},
          .sum = totals.latency_seconds};
}

// Leaves out kinds of requests that have not occurred yet.
void AddRequests(Families& families, const RequestMeter& meter) {
  auto requests = Counter("rowhouse_requests_total", "Requests answered.");
  auto operations = Counter("rowhouse_entity_operations_total",
                            "Operations on entities executed, counting each one of a batch.");
  auto units = Counter("rowhouse_request_units_total",
                       "Their cost in request units, estimated as in docs/throttling.md.");
  auto latency = Histogram("rowhouse_request_duration_seconds",
                           "Time from the end of a request to its answer.");
  for (std::size_t i = 0; i < kRequestKinds; ++i) {
    const auto kind = static_cast<RequestKind>(i);
    const KindTotals totals = meter.Totals(kind);
    const prometheus::ClientMetric::Label operation{"operation", Text(NameOf(kind))};
    for (std::size_t j = 0; j < totals.by_status_class.size(); ++j) {
      if (totals.by_status_class[j] == 0) continue;
      AddCount(requests, {operation, {"status", fmt::format("{}xx", j + 1)}},
               static_cast<double>(totals.by_status_class[j]));
    }
    if (totals.operations > 0) {
      AddCount(operations, {operation}, static_cast<double>(totals.operations));
      AddCount(units, {operation}, totals.request_units);
    }
    if (totals.by_latency == decltype(totals.by_latency){}) continue;
    AddHistogram(latency, {operation}, LatencyOf(totals));
  }
  for (auto* const family : {&requests, &latency, &operations, &units}) {
    families.push_back(std::move(*family));
  }
}

void AddThrottled(Families& families, const Throttle& throttle) {
  using Reason = Refusal::Reason;
  constexpr std::array<std::pair<Reason, const char*>, Refusal::kReasons> reasons{{
      {Reason::kPartition, "partition"},
      {Reason::kAccount, "account"},
      {Reason::kRequestUnits, "request_units"},
  }};
  auto family =
      Counter("rowhouse_throttled_requests_total", "Requests refused to rehearse a limit.");
  for (const auto& [reason, name] : reasons) {
    AddCount(family, {{"limit", name}}, static_cast<double>(throttle.RefusedFor(reason)));
  }
  families.push_back(std::move(family));
}

void AddHotKeys(Families& families, Traffic& traffic) {
  if (traffic.watch() == nullptr) return;
  auto findings =
      Gauge("rowhouse_findings", "Current findings on the keys of all tables, without notes.");
  const auto counts = traffic.watch()->Counts();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    AddLevel(findings, {{"kind", Text(KindName(static_cast<FindingKind>(i)))}},
             static_cast<double>(counts[i]));
  }
  families.push_back(std::move(findings));
  AddGauge(families, "rowhouse_watched_tables", "Tables whose keys are watched.",
           static_cast<double>(traffic.registry().All().size()));
}

void AddPartitions(Families& families, const AccountMap& accounts) {
  double own = 0;
  for (const auto& [name, account] : accounts) {
    const auto* const files = account->store ? account->store->partition_files() : nullptr;
    if (files != nullptr) own += static_cast<double>(files->CountOwnFiles());
  }
  AddGauge(families, "rowhouse_partition_files",
           "Partitions with a file of their own; the others share one file per table.", own);
}

}  // namespace

AdminResult<wire::Response> GetMetrics(const AdminCall& call) {
  Families families;
  AddRequests(families, call.services.traffic.meter());
  AddThrottled(families, call.services.traffic.throttle());
  AddHotKeys(families, call.services.traffic);
  AddPartitions(families, *call.services.accounts.All());
  AddServerFamilies(families, call.services);
  const prometheus::TextSerializer serializer;
  wire::Response response;
  response.headers.emplace_back("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
  response.headers.emplace_back("Cache-Control", "no-store");
  response.body = serializer.Serialize(families);
  return response;
}

}  // namespace rowhouse::admin
