#pragma once
// Parses ThrottleOptions (throttle.h) from the options of a command line.

#include "table_service/traffic/throttle.h"

#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace rowhouse {

// Both add to `options`. The error is a text that says what is allowed.

// "cloud", "partition:N", "account:N" or "partition:N,account:M": operations per second.
tl::expected<void, std::string> ParseThrottle(std::string_view text, ThrottleOptions& options);
// "TABLE=N", or "N" for all other tables: request units per second.
tl::expected<void, std::string> ParseProvisioned(std::string_view text, ThrottleOptions& options);

}  // namespace rowhouse
