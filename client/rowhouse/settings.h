#pragma once
// Settings of tables and accounts.

#include <optional>
#include <rowhouse/value.h>
#include <string>
#include <vector>

namespace rowhouse::tables {

// A stored access policy of a table. What is missing in it a signature that names it has to carry.
struct AccessPolicy {
  std::string id = {};
  std::optional<DateTime> start = {};
  std::optional<DateTime> expiry = {};
  std::string permissions = {};  // letters of "raud"

  bool operator==(const AccessPolicy&) const = default;
};

struct LoggingSettings {
  bool read = false;
  bool write = false;
  bool remove = false;
  std::optional<int> retention_days = {};  // none: kept for ever

  bool operator==(const LoggingSettings&) const = default;
};

struct MetricsSettings {
  bool enabled = false;
  bool include_apis = false;
  std::optional<int> retention_days = {};

  bool operator==(const MetricsSettings&) const = default;
};

struct CorsRule {
  std::vector<std::string> allowed_methods = {};
  std::vector<std::string> allowed_origins = {};
  std::vector<std::string> allowed_headers = {};
  std::vector<std::string> exposed_headers = {};
  int max_age_seconds = 0;

  bool operator==(const CorsRule&) const = default;
};

// As read, every member has a value. As written, members without one stay as they are.
struct ServiceProperties {
  std::optional<LoggingSettings> logging = {};
  std::optional<MetricsSettings> hour_metrics = {};
  std::optional<MetricsSettings> minute_metrics = {};
  std::optional<std::vector<CorsRule>> cors = {};

  bool operator==(const ServiceProperties&) const = default;
};

struct ServiceStatistics {
  std::string status = {};  // "live", "bootstrap" or "unavailable"
  std::optional<DateTime> last_sync = {};
};

}  // namespace rowhouse::tables
