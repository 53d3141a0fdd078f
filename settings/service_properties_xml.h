#pragma once
// The XML form of service properties and of service statistics. Spec 5.6-5.8.

#include "entity/error.h"
#include "settings/service_properties.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rowhouse {

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

// Checks what may not be set anew, though documents stored earlier may hold it: a control character
// in an item of a CORS rule, which cannot be sent in the header that it becomes part of.
// kInvalidXmlDocument.
Status CheckNewServiceProperties(const ServicePropertiesChange& change);

// The body of Get Service Properties.
std::string WriteServiceProperties(const ServiceProperties& properties, PropertiesForm form);

// The body of Set Service Properties that requests `change`, in the current form.
std::string WriteServicePropertiesChange(const ServicePropertiesChange& change);

// The body of Get Service Stats: the secondary location is live, with the state of `last_sync`.
std::string WriteServiceStats(std::chrono::system_clock::time_point last_sync);

// Parses the body of Get Service Stats. kInvalidXmlDocument for another document.
Result<ServiceStatistics> ParseServiceStats(std::string_view xml);

}  // namespace rowhouse
