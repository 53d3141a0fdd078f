#include "base/ascii.h"
#include "base/date_time.h"
#include "entity/limits.h"
#include "settings/cors_reader.h"
#include "settings/service_properties_xml.h"
#include "settings/xml_input.h"

#include <algorithm>
#include <utility>

namespace rowhouse {
namespace {

constexpr std::string_view kCurrentFormSince = "2013-08-15";
constexpr std::string_view kAnalyticsVersion = "1.0";

Status CheckVersion(pugi::xml_node section) {
  const auto version = ChildText(section, "Version");
  if (!version) return tl::unexpected(version.error());
  if (TrimSpaces(*version) != kAnalyticsVersion) return InvalidXml("Version is not 1.0");
  return {};
}

Result<std::optional<int>> ReadRetention(pugi::xml_node section) {
  const auto policy = section.child("RetentionPolicy");
  if (!policy) return InvalidXml("RetentionPolicy is missing");
  if (const auto known = CheckChildren(policy, {"Enabled", "Days"}); !known) {
    return tl::unexpected(known.error());
  }
  const auto enabled = ChildBoolean(policy, "Enabled");
  if (!enabled) return tl::unexpected(enabled.error());
  if (!*enabled) return std::optional<int>();
  const auto days = ChildNumber(policy, "Days", 1, limits::kRetentionDaysMax);
  if (!days) return tl::unexpected(days.error());
  return std::optional<int>(*days);
}

Result<LoggingProperties> ReadLogging(pugi::xml_node section) {
  if (const auto known =
          CheckChildren(section, {"Version", "Read", "Write", "Delete", "RetentionPolicy"});
      !known) {
    return tl::unexpected(known.error());
  }
  if (const auto version = CheckVersion(section); !version) {
    return tl::unexpected(version.error());
  }
  const auto read = ChildBoolean(section, "Read");
  if (!read) return tl::unexpected(read.error());
  const auto write = ChildBoolean(section, "Write");
  if (!write) return tl::unexpected(write.error());
  const auto remove = ChildBoolean(section, "Delete");
  if (!remove) return tl::unexpected(remove.error());
  const auto retention = ReadRetention(section);
  if (!retention) return tl::unexpected(retention.error());
  return LoggingProperties{
      .read = *read, .write = *write, .remove = *remove, .retention_days = *retention};
}

Result<MetricsProperties> ReadMetrics(pugi::xml_node section) {
  if (const auto known =
          CheckChildren(section, {"Version", "Enabled", "IncludeAPIs", "RetentionPolicy"});
      !known) {
    return tl::unexpected(known.error());
  }
  if (const auto version = CheckVersion(section); !version) {
    return tl::unexpected(version.error());
  }
  const auto enabled = ChildBoolean(section, "Enabled");
  if (!enabled) return tl::unexpected(enabled.error());
  MetricsProperties metrics{.enabled = *enabled};
  if (*enabled) {  // otherwise the element has no meaning and may be missing
    const auto include_apis = ChildBoolean(section, "IncludeAPIs");
    if (!include_apis) return tl::unexpected(include_apis.error());
    metrics.include_apis = *include_apis;
  }
  const auto retention = ReadRetention(section);
  if (!retention) return tl::unexpected(retention.error());
  metrics.retention_days = *retention;
  return metrics;
}

// Reads the section `name`, if present, into `target` by means of `read`.
template <class Value>
Status TakeSection(pugi::xml_node root, const char* name, Result<Value> (*read)(pugi::xml_node),
                   std::optional<Value>& target) {
  const auto section = root.child(name);
  if (!section) return {};
  auto value = read(section);
  if (!value) return tl::unexpected(value.error());
  target = *std::move(value);
  return {};
}

Status ReadFirstForm(pugi::xml_node root, ServicePropertiesChange& change) {
  if (auto known = CheckChildren(root, {"Logging", "Metrics"}); !known) return known;
  if (auto taken = TakeSection(root, "Logging", ReadLogging, change.logging); !taken) return taken;
  return TakeSection(root, "Metrics", ReadMetrics, change.hour_metrics);
}

Status ReadCurrentForm(pugi::xml_node root, ServicePropertiesChange& change) {
  if (auto known = CheckChildren(root, {"Logging", "HourMetrics", "MinuteMetrics", "Cors"});
      !known) {
    return known;
  }
  if (auto taken = TakeSection(root, "Logging", ReadLogging, change.logging); !taken) return taken;
  if (auto taken = TakeSection(root, "HourMetrics", ReadMetrics, change.hour_metrics); !taken) {
    return taken;
  }
  if (auto taken = TakeSection(root, "MinuteMetrics", ReadMetrics, change.minute_metrics); !taken) {
    return taken;
  }
  return TakeSection(root, "Cors", ReadCorsRules, change.cors);
}

bool HasControl(std::string_view item) {
  return std::any_of(item.begin(), item.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
}

}  // namespace

PropertiesForm PropertiesFormOf(std::optional<std::string_view> x_ms_version) {
  return x_ms_version && *x_ms_version < kCurrentFormSince ? PropertiesForm::kFirst
                                                           : PropertiesForm::kCurrent;
}

Result<ServicePropertiesChange> ParseServiceProperties(std::string_view xml, PropertiesForm form) {
  const auto document = LoadXml(xml, "StorageServiceProperties");
  if (!document) return tl::unexpected(document.error());
  const auto root = document->Root();
  if (!root.first_child()) return InvalidXml("no section is set");
  ServicePropertiesChange change;
  const auto read =
      form == PropertiesForm::kFirst ? ReadFirstForm(root, change) : ReadCurrentForm(root, change);
  if (!read) return tl::unexpected(read.error());
  return change;
}

Status CheckNewServiceProperties(const ServicePropertiesChange& change) {
  if (!change.cors) return {};
  for (const CorsRule& rule : *change.cors) {
    for (const auto* items :
         {&rule.allowed_origins, &rule.allowed_headers, &rule.exposed_headers}) {
      if (std::any_of(items->begin(), items->end(), HasControl)) {
        return InvalidXml("a control character in an item of a CORS rule");
      }
    }
  }
  return {};
}

Result<ServiceStatistics> ParseServiceStats(std::string_view xml) {
  const auto document = LoadXml(xml, "StorageServiceStats");
  if (!document) return tl::unexpected(document.error());
  const auto replication = document->Root().child("GeoReplication");
  if (!replication) return InvalidXml("GeoReplication is missing");
  auto status = ChildText(replication, "Status");
  if (!status) return tl::unexpected(status.error());
  ServiceStatistics statistics{.status = *std::move(status)};
  // Empty or missing if nothing has been replicated yet.
  if (const auto last = ChildText(replication, "LastSyncTime")) {
    if (const auto time = ParseHttpDate(TrimSpaces(*last))) {
      statistics.last_sync = DateTime::FromSystem(*time);
    }
  }
  return statistics;
}

}  // namespace rowhouse
