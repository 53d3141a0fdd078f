#pragma once
// The result of a run, and its one line of JSON.

#include "bench/load_driver/histogram.h"
#include "bench/load_driver/process_usage.h"
#include "bench/load_driver/workload.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace rowhouse::bench {

struct RunResult {
  Workload workload = Workload::kPoint;
  TableSpec table = {};
  std::uint64_t connections = 0;
  // Answered rightly within the window (tally.h); an operation may be several requests.
  std::uint64_t operations = 0;
  Work work = {};          // of these operations
  double seconds = 0;      // the window's
  Histogram latency = {};  // of the operations that began in the window, nanoseconds
  // Failures from the window's begin on, by status, or "wrong-answer" (the right status with the
  // wrong rows), or "connection".
  std::map<std::string, std::uint64_t> errors = {};
  bool capped = false;  // the limit on its time came before there were enough operations
  // What the server, or a limit's own process, used in the window; none: not asked for.
  std::optional<ProcessUsage> used = {};
};

// One object without line end. Rates are the counts divided by the window's seconds; latencies in
// milliseconds.
std::string ToJsonLine(const RunResult& result);

struct LoadResult {
  TableSpec table = {};
  std::uint64_t rows = 0;  // written, or found
  double seconds = 0;
  bool finished = false;
  bool reused = false;  // the table was already there
};
std::string ToJsonLine(const LoadResult& result);

}  // namespace rowhouse::bench
