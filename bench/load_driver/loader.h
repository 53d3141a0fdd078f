#pragma once
// Fills a benchmark table, or finds that it is there.

#include "bench/load_driver/endpoint.h"
#include "bench/load_driver/result.h"
#include "bench/load_driver/rows.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <tl/expected.hpp>

namespace rowhouse::bench {

struct LoadOptions {
  Endpoint endpoint;
  Credential credential;
  TableSpec table = {};
  std::uint64_t connections = 8;
  std::chrono::nanoseconds cap = std::chrono::minutes(30);
};

// Writes the rows by batches of 100 (few) or one by one (each), all insert-or-replace, so that what
// was cut short can be begun again. When it is done, an entity in the table "benchmarks" says so,
// and a later load of the same table and seed ends at once. Progress goes to standard error.
// Not finished at the cap: a result that says how many rows were written. Failure: the server
// cannot be reached or refuses a write, or the load was interrupted.
tl::expected<LoadResult, std::string> Load(const LoadOptions& options);

}  // namespace rowhouse::bench
