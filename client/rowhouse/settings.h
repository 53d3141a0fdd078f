#pragma once
// Settings of tables and accounts. Reading service properties gives ServiceProperties; writing
// takes a ServicePropertiesChange, which leaves alone what it does not name.

#include "settings/access_policy.h"
#include "settings/cors.h"
#include "settings/service_properties.h"

namespace rowhouse::tables {

using rowhouse::AccessPolicies;
using rowhouse::AccessPolicy;
using rowhouse::CorsRule;
using rowhouse::LoggingProperties;
using rowhouse::MetricsProperties;
using rowhouse::ServiceProperties;
using rowhouse::ServicePropertiesChange;
using rowhouse::ServiceStatistics;

}  // namespace rowhouse::tables
