#pragma once
// Everything the server records about its operations: limits, counts, and accesses by key.

#include "table_service/accounts/account_directory.h"
#include "table_service/traffic/hotspot_watch.h"
#include "table_service/traffic/request_log.h"
#include "table_service/traffic/request_meter.h"
#include "table_service/traffic/throttle.h"
#include "table_service/traffic/traffic_registry.h"

#include <optional>
#include <utility>

namespace rowhouse {

struct TrafficOptions {
  ThrottleOptions throttle = {};
  bool detect = true;  // detect hot keys
};

// Threads: all calls may overlap. Lifetime: borrows the accounts.
class Traffic {
 public:
  Traffic(TrafficOptions options, const AccountDirectory& accounts, HotspotWatch::Clock clock)
      : throttle_(std::move(options.throttle)), clock_(std::move(clock)) {
    if (options.detect) watch_.emplace(registry_, accounts, clock_);
  }

  Throttle& throttle() { return throttle_; }
  RequestMeter& meter() { return meter_; }
  RequestLog& requests() { return requests_; }
  TrafficRegistry& registry() { return registry_; }
  // Returns null if hot keys are not detected.
  HotspotWatch* watch() { return watch_ ? &*watch_ : nullptr; }
  AccessTime Now() const { return clock_(); }

 private:
  Throttle throttle_;
  RequestMeter meter_;
  RequestLog requests_;
  TrafficRegistry registry_;
  const HotspotWatch::Clock clock_;
  std::optional<HotspotWatch> watch_;  // last: its thread uses the members above
};

}  // namespace rowhouse
