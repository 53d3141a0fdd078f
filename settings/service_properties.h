#pragma once
// Service properties of an account, and its statistics. Spec 5.6-5.8. Logging and metrics settings
// are stored and returned, but have no effect.

#include "base/date_time.h"
#include "settings/cors.h"

#include <optional>
#include <string>
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

  // The change that sets everything to what it is in `properties`.
  static ServicePropertiesChange To(ServiceProperties properties);
  // `properties` after the change.
  ServiceProperties AppliedTo(ServiceProperties properties) const;
};

struct ServiceStatistics {
  std::string status = {};                 // "live", "bootstrap" or "unavailable"
  std::optional<DateTime> last_sync = {};  // none: not known
};

}  // namespace rowhouse
