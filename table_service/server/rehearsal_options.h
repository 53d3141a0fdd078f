#pragma once
// The options of rowhoused for hot keys: whether to detect them, and which of the cloud's limits to
// rehearse.

#include "table_service/server/options.h"

namespace CLI {
class App;
}

namespace rowhouse::server {

// Adds the options to `app`. Their values are stored in `options`, which must outlive the parsing.
// An invalid value makes CLI11 throw, as its own checks do.
void AddRehearsalOptions(CLI::App& app, Options& options);

}  // namespace rowhouse::server
