#pragma once
// Parsing a command line of rowhoused with CLI11, under whichever name it was called.

#include "table_service/server/options.h"

#include <optional>
#include <string_view>

namespace CLI {
class App;
}

namespace rowhouse::server {

// Parses into the variables that the options of `app` are bound to. Returns how the program ends if
// the server is not to be started.
std::optional<CommandLineEnd> ParseArguments(CLI::App& app, int argc, const char* const* argv);

// Returns a refusal that begins with the name of `app`.
CommandLineEnd Refusal(const CLI::App& app, std::string_view message);

}  // namespace rowhouse::server
