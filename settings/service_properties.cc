#include "settings/service_properties.h"

#include <utility>

namespace rowhouse {

ServicePropertiesChange ServicePropertiesChange::To(ServiceProperties properties) {
  return {.logging = properties.logging,
          .hour_metrics = properties.hour_metrics,
          .minute_metrics = properties.minute_metrics,
          .cors = std::move(properties.cors)};
}

ServiceProperties ServicePropertiesChange::AppliedTo(ServiceProperties properties) const {
  if (logging) properties.logging = *logging;
  if (hour_metrics) properties.hour_metrics = *hour_metrics;
  if (minute_metrics) properties.minute_metrics = *minute_metrics;
  if (cors) properties.cors = *cors;
  return properties;
}

}  // namespace rowhouse
