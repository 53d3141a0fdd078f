#pragma once
// Runs one workload on a number of connections, each with one request in flight.

#include "bench/load_driver/endpoint.h"
#include "bench/load_driver/result.h"
#include "bench/load_driver/workload.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <sys/types.h>
#include <tl/expected.hpp>

namespace rowhouse::bench {

struct RunOptions {
  Endpoint endpoint;
  Credential credential;
  WorkloadOptions work = {};
  std::uint64_t connections = 1;
  std::chrono::nanoseconds warm_up = std::chrono::milliseconds(500);
  std::chrono::nanoseconds measure = std::chrono::seconds(5);
  // Of the whole run, and so the latest end of the window.
  std::chrono::nanoseconds cap = std::chrono::seconds(60);
  pid_t server_pid = 0;  // whose usage the result tells; 0: nobody's
};

// All connections are made first, then all begin. The warm-up starts when the last one has begun,
// and the window (tally.h) opens at its end: one for all connections. Each of them ends the
// operation that it has in flight when the window closes, or gives it up at the cap.
//
// create has no warm-up: its window is from the first request until its --rows rows exist.
//
// Failure: the server cannot be reached, or the run was interrupted.
tl::expected<RunResult, std::string> Run(const RunOptions& options);

}  // namespace rowhouse::bench
