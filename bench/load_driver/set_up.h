#pragma once
// What has to be there before a load or a run: single requests, one at a time.

#include "bench/load_driver/connection.h"
#include "bench/load_driver/endpoint.h"
#include "bench/load_driver/rows.h"

#include <chrono>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace rowhouse::bench {

using MaybeAnswer = tl::expected<Answer, std::string>;

// The answer to one request. Failure: there was none within a minute.
MaybeAnswer SendOne(const Endpoint& endpoint, const Credential& credential, const Call& call);

// Creates a table unless it is there. Failure: a text for the user.
tl::expected<void, std::string> CreateTable(const Endpoint& endpoint, const Credential& credential,
                                            std::string_view name);

// Asks for the table's first row until the server has answered with it, and returns when that was.
// Failure: that did not happen within `cap`.
tl::expected<std::chrono::steady_clock::time_point, std::string> WaitForAnswer(
    const Endpoint& endpoint, const Credential& credential, const TableSpec& table,
    std::chrono::nanoseconds cap);

}  // namespace rowhouse::bench
