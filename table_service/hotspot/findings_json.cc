#include "table_service/hotspot/findings_json.h"

#include "base/date_time.h"
#include "base/json_writer.h"
#include "table_service/hotspot/severity.h"

#include <cmath>

namespace rowhouse {
namespace {

double Rounded(double number, double steps) { return std::round(number * steps) / steps; }

void AppendMap(JsonWriter& json, const KeyMap& map) {
  json.Key("map").BeginArray();
  for (std::size_t at = 0; at < map.counts.size(); at += KeyMap::kRanges) {
    json.BeginArray();
    for (std::size_t range = 0; range < KeyMap::kRanges; ++range) {
      json.Value(map.counts[at + range]);
    }
    json.EndArray();
  }
  json.EndArray();
}

void AppendAdvice(JsonWriter& json, const Advice& advice, KeyMaps maps) {
  json.BeginObject().Member("key", advice.key).Member("example", advice.example);
  json.Member("hottest_share", Rounded(advice.hottest_share, 1e4));
  json.Member("effective_partitions", Rounded(advice.effective_partitions, 10));
  json.Member("point_read", advice.point_read).Member("range_read", advice.range_read);
  if (maps == KeyMaps::kWith) AppendMap(json, advice.map);
  json.EndObject();
}

void AppendHeadroom(JsonWriter& json, const Headroom& headroom) {
  json.Key("headroom").BeginObject();
  json.Member("busiest_rate", Rounded(headroom.busiest_rate, 1e4));
  json.Member("partition_limit", kCloudPartitionRate);
  json.Member("table_rate", Rounded(headroom.table_rate, 1e4));
  json.Member("account_limit", kCloudAccountRate);
  json.Member("load_factor", LoadFactor(headroom)).EndObject();
}

void AppendFinding(JsonWriter& json, const Finding& finding, KeyMaps maps) {
  json.BeginObject().Member("kind", KindName(finding.kind));
  if (finding.direction) json.Member("direction", DirectionName(*finding.direction));
  if (finding.partition) json.Member("partition", *finding.partition);
  if (finding.share) json.Member("share", Rounded(*finding.share, 1e4));
  if (finding.rate) json.Member("rate", Rounded(*finding.rate, 10));
  if (finding.rows) json.Member("rows", *finding.rows);
  if (finding.bytes) json.Member("bytes", *finding.bytes);
  json.Member("operations", finding.operations);
  json.Member("severity", SeverityName(finding.severity));
  if (finding.headroom) AppendHeadroom(json, *finding.headroom);
  // Rounded down, so that it is never overstated.
  json.Member("confidence", std::floor(finding.confidence * 1e4) / 1e4);
  json.Member("since", DateTime::FromSystem(finding.since).ToString());
  json.Member("why", finding.why).Key("advice").BeginArray();
  for (const Advice& advice : finding.advice) AppendAdvice(json, advice, maps);
  json.EndArray();
  if (maps == KeyMaps::kWith) AppendMap(json, finding.map);
  json.EndObject();
}

}  // namespace

std::string_view KindName(FindingKind kind) {
  switch (kind) {
    case FindingKind::kMonotonicPartitionKey:
      return "monotonic-partition-key";
    case FindingKind::kMonotonicRowKey:
      return "monotonic-row-key";
    case FindingKind::kHotPartition:
      return "hot-partition";
    case FindingKind::kBigPartition:
      break;
  }
  return "big-partition";
}

std::string_view DirectionName(KeyDirection direction) {
  return direction == KeyDirection::kAscending ? "ascending" : "descending";
}

std::string FindingsJson(std::span<const TableFindings> tables, KeyMaps maps) {
  JsonWriter json;
  json.BeginObject().Key("tables").BeginArray();
  for (const TableFindings& table : tables) {
    json.BeginObject().Member("table", table.table).Member("operations", table.operations);
    if (table.bulk_load_operations > 0) {
      json.Member("bulk_load_operations", table.bulk_load_operations);
    }
    json.Key("findings").BeginArray();
    for (const Finding& finding : table.findings) AppendFinding(json, finding, maps);
    json.EndArray().EndObject();
  }
  json.EndArray().EndObject();
  return json.Take();
}

}  // namespace rowhouse
