#pragma once
// Runs one workload on a number of connections, each with one request in flight.

#include "bench/load_driver/endpoint.h"
#include "bench/load_driver/result.h"
#include "bench/load_driver/workload.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <tl/expected.hpp>

namespace rowhouse::bench {

struct RunOptions {
  Endpoint endpoint;
  Credential credential;
  WorkloadOptions work = {};
  std::uint64_t connections = 1;
  std::chrono::nanoseconds warm_up = std::chrono::milliseconds(500);
  std::chrono::nanoseconds measure = std::chrono::seconds(5);
  // Of the whole run. Operations that are unfinished then do not count.
  std::chrono::nanoseconds cap = std::chrono::seconds(60);
};

// An operation counts when it began after the warm-up and was answered rightly. Each connection
// ends its last operation, however long that takes up to the cap, and has its rate from the time
// between its first counted operation's begin and its last one's end; the sum of these rates is the
// run's. So operations longer than the period are measured too, at least one on each connection.
// Failure: the server cannot be reached, or the run was interrupted.
tl::expected<RunResult, std::string> Run(const RunOptions& options);

}  // namespace rowhouse::bench
