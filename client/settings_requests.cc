#include "client/settings_requests.h"

#include "settings/access_policy.h"
#include "settings/service_properties.h"

#include <fmt/format.h>
#include <stdexcept>
#include <utility>

namespace rowhouse::tables {
namespace {

constexpr std::string_view kPropertiesQuery = "restype=service&comp=properties";

// Our XML writers begin with the byte order mark that the service's answers have; requests go
// without.
std::string WithoutMark(std::string_view xml) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  return std::string(xml.starts_with(mark) ? xml.substr(mark.size()) : xml);
}

CallSpec PutXml(std::string path, std::string_view query, std::string_view xml) {
  CallSpec spec{.method = "PUT",
                .path = std::move(path),
                .query = std::string(query),
                .headers = {{"Accept", "application/xml"}, {"Content-Type", "application/xml"}},
                .body = WithoutMark(xml)};
  spec.safety = Safety::kRepeatable;
  return spec;
}

CallSpec GetXml(std::string path, std::string_view query) {
  return {.method = "GET",
          .path = std::move(path),
          .query = std::string(query),
          .headers = {{"Accept", "application/xml"}}};
}

std::string AclPath(std::string_view table) { return fmt::format("/{}", table); }

std::optional<rowhouse::DateTime> ToInner(const std::optional<DateTime>& time) {
  if (!time) return std::nullopt;
  return rowhouse::DateTime{time->TickCount()};
}
std::optional<DateTime> ToOuter(const std::optional<rowhouse::DateTime>& time) {
  if (!time) return std::nullopt;
  return DateTime::FromTicks(time->ticks);
}

std::vector<rowhouse::CorsRule> ToInner(const std::vector<CorsRule>& rules) {
  std::vector<rowhouse::CorsRule> inner;
  inner.reserve(rules.size());
  for (const CorsRule& rule : rules) {
    inner.push_back({.allowed_methods = rule.allowed_methods,
                     .allowed_origins = rule.allowed_origins,
                     .allowed_headers = rule.allowed_headers,
                     .exposed_headers = rule.exposed_headers,
                     .max_age_seconds = rule.max_age_seconds});
  }
  return inner;
}
std::vector<CorsRule> ToOuter(const std::vector<rowhouse::CorsRule>& rules) {
  std::vector<CorsRule> outer;
  outer.reserve(rules.size());
  for (const rowhouse::CorsRule& rule : rules) {
    outer.push_back({.allowed_methods = rule.allowed_methods,
                     .allowed_origins = rule.allowed_origins,
                     .allowed_headers = rule.allowed_headers,
                     .exposed_headers = rule.exposed_headers,
                     .max_age_seconds = rule.max_age_seconds});
  }
  return outer;
}

std::optional<rowhouse::MetricsProperties> ToInner(const std::optional<MetricsSettings>& metrics) {
  if (!metrics) return std::nullopt;
  return rowhouse::MetricsProperties{.enabled = metrics->enabled,
                                     .include_apis = metrics->include_apis,
                                     .retention_days = metrics->retention_days};
}
MetricsSettings ToOuter(const rowhouse::MetricsProperties& metrics) {
  return {.enabled = metrics.enabled,
          .include_apis = metrics.include_apis,
          .retention_days = metrics.retention_days};
}

// Absent members stay absent.
template <class T>
auto ToOuterIf(const std::optional<T>& value) -> std::optional<decltype(ToOuter(*value))> {
  if (!value) return std::nullopt;
  return ToOuter(*value);
}

LoggingSettings ToOuter(const rowhouse::LoggingProperties& logging) {
  return {.read = logging.read,
          .write = logging.write,
          .remove = logging.remove,
          .retention_days = logging.retention_days};
}

}  // namespace

Operation<std::vector<AccessPolicy>> GetAccessPoliciesRequest(std::string_view table) {
  return {.spec = GetXml(AclPath(table), "comp=acl"), .read = [](Answer& answer) {
            const auto read = ParseAccessPolicies(answer.response.body);
            if (!read) throw UnreadableAnswer("the list of access policies cannot be read");
            std::vector<AccessPolicy> policies;
            for (const rowhouse::AccessPolicy& policy : *read) {
              policies.push_back({.id = policy.id,
                                  .start = ToOuter(policy.start),
                                  .expiry = ToOuter(policy.expiry),
                                  .permissions = policy.permission});
            }
            return policies;
          }};
}

Operation<Nothing> SetAccessPoliciesRequest(std::string_view table,
                                            const std::vector<AccessPolicy>& policies) {
  AccessPolicies inner;
  for (const AccessPolicy& policy : policies) {
    inner.push_back({.id = policy.id,
                     .start = ToInner(policy.start),
                     .expiry = ToInner(policy.expiry),
                     .permission = policy.permissions});
  }
  const std::string xml = WriteAccessPolicies(inner);
  if (const auto checked = ParseAccessPolicies(xml); !checked) {
    throw std::invalid_argument(fmt::format(
        "no such list of access policies: {}",
        checked.error().detail.empty() ? checked.error().message : checked.error().detail));
  }
  return {.spec = PutXml(AclPath(table), "comp=acl", xml),
          .read = [](Answer&) { return Nothing{}; }};
}

Operation<ServiceProperties> GetPropertiesRequest() {
  return {.spec = GetXml("/", kPropertiesQuery), .read = [](Answer& answer) {
            const auto read =
                ParseServiceProperties(answer.response.body, PropertiesForm::kCurrent);
            if (!read) throw UnreadableAnswer("the service properties cannot be read");
            ServiceProperties properties{.hour_metrics = ToOuterIf(read->hour_metrics),
                                         .minute_metrics = ToOuterIf(read->minute_metrics),
                                         .cors = ToOuterIf(read->cors)};
            if (read->logging) properties.logging = ToOuter(*read->logging);
            return properties;
          }};
}

Operation<Nothing> SetPropertiesRequest(const ServiceProperties& properties) {
  ServicePropertiesChange change{.hour_metrics = ToInner(properties.hour_metrics),
                                 .minute_metrics = ToInner(properties.minute_metrics)};
  if (const auto& logging = properties.logging) {
    change.logging = rowhouse::LoggingProperties{.read = logging->read,
                                                 .write = logging->write,
                                                 .remove = logging->remove,
                                                 .retention_days = logging->retention_days};
  }
  if (properties.cors) change.cors = ToInner(*properties.cors);
  return {.spec = PutXml("/", kPropertiesQuery, WriteServicePropertiesChange(change)),
          .read = [](Answer&) { return Nothing{}; }};
}

Operation<ServiceStatistics> GetStatisticsRequest() {
  Operation<ServiceStatistics> operation{
      .spec = GetXml("/", "restype=service&comp=stats"), .read = [](Answer& answer) {
        const auto read = ParseServiceStats(answer.response.body);
        if (!read) throw UnreadableAnswer("the statistics cannot be read");
        ServiceStatistics statistics{.status = read->status};
        if (read->last_sync) statistics.last_sync = *read->last_sync;
        return statistics;
      }};
  operation.spec.secondary = true;
  return operation;
}

}  // namespace rowhouse::tables
