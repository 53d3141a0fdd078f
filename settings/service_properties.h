#pragma once
// Service properties of an account and their XML form, and the XML form of service statistics. Spec
// 5.6-5.8. Logging and metrics settings are stored and returned, but have no effect.

#include "entity/error.h"
#include "settings/cors.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

struct LoggingProperties {
  bool read = false;
  bool write = false;
  bool remove = false;
  std::optional<int> retention_days = {};  // none: no retention policy

  bool operator==(const LoggingProperties&) const = default;
};

struct MetricsProperties {
  bool enabled = false;
  bool include_apis = false;  // false unless enabled
  std::optional<int> retention_days = {};

  bool operator==(const MetricsProperties&) const = default;
};

// The default values are those of a new account.
struct ServiceProperties {
  LoggingProperties logging = {};
  MetricsProperties hour_metrics = {.enabled = true, .include_apis = true, .retention_days = 7};
  MetricsProperties minute_metrics = {};
  std::vector<CorsRule> cors = {};

  bool operator==(const ServiceProperties&) const = default;
};

// The change that one Set Service Properties requests; sections without a value stay as they are.
struct ServicePropertiesChange {
  std::optional<LoggingProperties> logging = {};
  std::optional<MetricsProperties> hour_metrics = {};
  std::optional<MetricsProperties> minute_metrics = {};
  std::optional<std::vector<CorsRule>> cors = {};

  // `properties` after the change.
  ServiceProperties AppliedTo(ServiceProperties properties) const;
};

// The sections of the document, which depend on the version.
enum class PropertiesForm : std::uint8_t {
  kCurrent,  // Logging, HourMetrics, MinuteMetrics, Cors
  kFirst     // Logging and Metrics (the hour metrics): x-ms-version before 2013-08-15
};
PropertiesForm PropertiesFormOf(std::optional<std::string_view> x_ms_version);

// Parses the body of Set Service Properties. kInvalidXmlDocument for another document, an empty
// one, a section that lacks a required element, days outside 1..365, and CORS rules beyond the
// limits.
Result<ServicePropertiesChange> ParseServiceProperties(std::string_view xml, PropertiesForm form);

// The body of Get Service Properties.
std::string WriteServiceProperties(const ServiceProperties& properties, PropertiesForm form);

// The body of Set Service Properties that requests `change`, in the current form.
std::string WriteServicePropertiesChange(const ServicePropertiesChange& change);

// The body of Get Service Stats: the secondary location is live, with the state of `last_sync`.
std::string WriteServiceStats(std::chrono::system_clock::time_point last_sync);

struct ServiceStats {
  std::string status = {};  // "live", "bootstrap" or "unavailable"
  std::optional<std::chrono::system_clock::time_point> last_sync = {};  // none: not known
};
// Parses the body of Get Service Stats. kInvalidXmlDocument for another document.
Result<ServiceStats> ParseServiceStats(std::string_view xml);

}  // namespace rowhouse
