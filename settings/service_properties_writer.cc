#include "base/date_time.h"
#include "settings/service_properties_xml.h"
#include "settings/xml_output.h"

namespace rowhouse {
namespace {

constexpr std::string_view kVersion = "<Version>1.0</Version>";

void AppendBoolean(std::string& xml, std::string_view name, bool value) {
  AppendXmlElement(xml, name, value ? "true" : "false");
}

void AppendRetention(std::string& xml, const std::optional<int>& days) {
  xml += "<RetentionPolicy>";
  AppendBoolean(xml, "Enabled", days.has_value());
  if (days) AppendXmlElement(xml, "Days", std::to_string(*days));
  xml += "</RetentionPolicy>";
}

void AppendLogging(std::string& xml, const LoggingProperties& logging) {
  xml += "<Logging>";
  xml += kVersion;
  AppendBoolean(xml, "Read", logging.read);
  AppendBoolean(xml, "Write", logging.write);
  AppendBoolean(xml, "Delete", logging.remove);
  AppendRetention(xml, logging.retention_days);
  xml += "</Logging>";
}

void AppendMetrics(std::string& xml, const std::string& name, const MetricsProperties& metrics) {
  xml += "<" + name + ">";
  xml += kVersion;
  AppendBoolean(xml, "Enabled", metrics.enabled);
  if (metrics.enabled) AppendBoolean(xml, "IncludeAPIs", metrics.include_apis);
  AppendRetention(xml, metrics.retention_days);
  xml += "</" + name + ">";
}

void AppendList(std::string& xml, std::string_view name, const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) {
    if (!text.empty()) text += ',';
    text += item;
  }
  AppendXmlElement(xml, name, text);
}

void AppendCors(std::string& xml, const std::vector<CorsRule>& rules) {
  if (rules.empty()) {
    xml += "<Cors />";
    return;
  }
  xml += "<Cors>";
  for (const CorsRule& rule : rules) {
    xml += "<CorsRule>";
    AppendList(xml, "AllowedMethods", rule.allowed_methods);
    AppendList(xml, "AllowedOrigins", rule.allowed_origins);
    AppendList(xml, "AllowedHeaders", rule.allowed_headers);
    AppendList(xml, "ExposedHeaders", rule.exposed_headers);
    AppendXmlElement(xml, "MaxAgeInSeconds", std::to_string(rule.max_age_seconds));
    xml += "</CorsRule>";
  }
  xml += "</Cors>";
}

}  // namespace

std::string WriteServiceProperties(const ServiceProperties& properties, PropertiesForm form) {
  std::string xml(kXmlHead);
  xml += "<StorageServiceProperties>";
  AppendLogging(xml, properties.logging);
  if (form == PropertiesForm::kFirst) {
    AppendMetrics(xml, "Metrics", properties.hour_metrics);
  } else {
    AppendMetrics(xml, "HourMetrics", properties.hour_metrics);
    AppendMetrics(xml, "MinuteMetrics", properties.minute_metrics);
    AppendCors(xml, properties.cors);
  }
  return xml + "</StorageServiceProperties>";
}

std::string WriteServicePropertiesChange(const ServicePropertiesChange& change) {
  std::string xml(kXmlHead);
  xml += "<StorageServiceProperties>";
  if (change.logging) AppendLogging(xml, *change.logging);
  if (change.hour_metrics) AppendMetrics(xml, "HourMetrics", *change.hour_metrics);
  if (change.minute_metrics) AppendMetrics(xml, "MinuteMetrics", *change.minute_metrics);
  if (change.cors) AppendCors(xml, *change.cors);
  return xml + "</StorageServiceProperties>";
}

std::string WriteServiceStats(std::chrono::system_clock::time_point last_sync) {
  std::string xml(kXmlHead);
  xml += "<StorageServiceStats><GeoReplication><Status>live</Status>";
  AppendXmlElement(xml, "LastSyncTime", ToHttpDate(last_sync));
  return xml + "</GeoReplication></StorageServiceStats>";
}

}  // namespace rowhouse
