#pragma once
// What rowhoused does instead of serving: --check and --repair.

#include "table_service/server/run_server.h"

namespace rowhouse::server {

// Does options.errand for each account in the data folder and prints what was found and done, line by
// line, to stdout. Returns the exit code of the process: 0, all accounts are in order; 1, a fault is
// left, or something could not be done, which stderr says. REQUIRES: options.errand is not kServe
int RunErrand(const Options& options, const Engine& engine);

}  // namespace rowhouse::server
