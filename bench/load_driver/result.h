#pragma once
// The result of a run, and its one line of JSON.

#include "bench/load_driver/histogram.h"
#include "bench/load_driver/workload.h"

#include <cstdint>
#include <map>
#include <string>

namespace rowhouse::bench {

struct RunResult {
  Workload workload = Workload::kPoint;
  TableSpec table = {};
  std::uint64_t connections = 0;
  std::uint64_t operations = 0;  // right answers only; an operation may be several requests
  Work work = {};                // of these operations
  double seconds = 0;            // the longest time that a connection measured
  double operations_per_second = 0;
  Histogram latency = {};  // of operations, nanoseconds
  // Failures in the measured time, by status, or "wrong-answer" (the right status with the wrong
  // rows), or "connection".
  std::map<std::string, std::uint64_t> errors = {};
  bool capped = false;  // ended by the limit on its time, not at the end of its period
};

// One object without line end. Rates are per second; latencies in milliseconds.
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
