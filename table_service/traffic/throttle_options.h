#pragma once
// The rates of a command line, as texts.

#include "table_service/traffic/throttle.h"

#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace rowhouse {

// Both add to `options`. A failure is a text that says what would be right.

// "cloud", "partition:N", "account:N" or "partition:N,account:M": operations a second.
tl::expected<void, std::string> ParseThrottle(std::string_view text, ThrottleOptions& options);
// "TABLE=N", or "N" for each table that is not named: request units a second.
tl::expected<void, std::string> ParseProvisioned(std::string_view text, ThrottleOptions& options);

}  // namespace rowhouse
