// The metrics. No other file includes <prometheus/...>.

#include "table_service/admin/admin_handlers.h"
#include "table_service/hotspot/findings_json.h"
#include "table_service/traffic/traffic.h"

#include <array>
#include <fmt/format.h>
#include <limits>
#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>
#include <utility>
#include <vector>

namespace rowhouse::admin {
namespace {

using Families = std::vector<prometheus::MetricFamily>;
using Labels = std::vector<prometheus::ClientMetric::Label>;

prometheus::MetricFamily Counter(const char* name, const char* help) {
  return {.name = name, .help = help, .type = prometheus::MetricType::Counter, .metric = {}};
}

void AddCount(prometheus::MetricFamily& family, Labels labels, double value) {
  prometheus::ClientMetric metric;
  metric.label = std::move(labels);
  metric.counter.value = value;
  family.metric.push_back(std::move(metric));
}

std::string Text(std::string_view text) { return std::string(text); }

prometheus::ClientMetric::Histogram LatencyOf(const KindTotals& totals) {
  prometheus::ClientMetric::Histogram histogram;
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < totals.by_latency.size(); ++i) {
    count += totals.by_latency[i];
    histogram.bucket.push_back({.cumulative_count = count,
                                .upper_bound = i < kLatencyBounds.size()
                                                   ? kLatencyBounds[i]
                                                   : std::numeric_limits<double>::infinity()});
  }
  histogram.sample_count = count;
  histogram.sample_sum = totals.latency_seconds;
  return histogram;
}

// Leaves out kinds of requests that have not occurred yet.
void AddRequests(Families& families, const RequestMeter& meter) {
  auto requests = Counter("rowhouse_requests_total", "Requests answered.");
  auto operations = Counter("rowhouse_entity_operations_total",
                            "Operations on entities executed, counting each one of a batch.");
  auto units = Counter("rowhouse_request_units_total",
                       "Their cost in request units, estimated as in docs/throttling.md.");
  prometheus::MetricFamily latency{.name = "rowhouse_request_duration_seconds",
                                   .help = "Time from the end of a request to its answer.",
                                   .type = prometheus::MetricType::Histogram,
                                   .metric = {}};
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
    prometheus::ClientMetric metric;
    metric.label = {operation};
    metric.histogram = LatencyOf(totals);
    latency.metric.push_back(std::move(metric));
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

prometheus::MetricFamily Gauge(const char* name, const char* help) {
  return {.name = name, .help = help, .type = prometheus::MetricType::Gauge, .metric = {}};
}

void AddLevel(prometheus::MetricFamily& family, Labels labels, double value) {
  prometheus::ClientMetric metric;
  metric.label = std::move(labels);
  metric.gauge.value = value;
  family.metric.push_back(std::move(metric));
}

void AddHotKeys(Families& families, Traffic& traffic) {
  if (traffic.watch() == nullptr) return;
  auto findings = Gauge("rowhouse_findings", "Current findings on the keys of all tables, without notes.");
  const auto counts = traffic.watch()->Counts();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    AddLevel(findings, {{"kind", Text(KindName(static_cast<FindingKind>(i)))}},
             static_cast<double>(counts[i]));
  }
  families.push_back(std::move(findings));
  auto tables = Gauge("rowhouse_watched_tables", "Tables whose keys are watched.");
  AddLevel(tables, {}, static_cast<double>(traffic.registry().All().size()));
  families.push_back(std::move(tables));
}

void AddPartitions(Families& families, const AccountMap& accounts) {
  double own = 0;
  for (const auto& [name, account] : accounts) {
    const auto* const files = account->store ? account->store->partition_files() : nullptr;
    if (files != nullptr) own += static_cast<double>(files->CountOwnFiles());
  }
  auto files = Gauge("rowhouse_partition_files",
                     "Partitions with a file of their own; the others share one file per table.");
  AddLevel(files, {}, own);
  families.push_back(std::move(files));
}

}  // namespace

AdminResult<wire::Response> GetMetrics(const AdminCall& call) {
  Families families;
  AddRequests(families, call.services.traffic.meter());
  AddThrottled(families, call.services.traffic.throttle());
  AddHotKeys(families, call.services.traffic);
  AddPartitions(families, *call.services.accounts.All());
  const prometheus::TextSerializer serializer;
  wire::Response response;
  response.headers.emplace_back("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
  response.headers.emplace_back("Cache-Control", "no-store");
  response.body = serializer.Serialize(families);
  return response;
}

}  // namespace rowhouse::admin
