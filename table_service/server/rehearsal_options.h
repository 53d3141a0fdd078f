#pragma once
// The options of rowhoused about hot keys: whether it looks for them, and which of the cloud's
// limits it rehearses.

#include "table_service/server/options.h"

namespace CLI {
class App;
}

namespace rowhouse::server {

// What is read goes to `options`, which outlives the parsing. A refused value makes CLI11 throw, as
// it does for its own checks.
void AddRehearsalOptions(CLI::App& app, Options& options);

}  // namespace rowhouse::server
