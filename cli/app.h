#pragma once
// The command line of `rowhouse` as a whole.

#include "cli/outcome/exit_code.h"
#include "cli/program.h"

#include <CLI/App.hpp>
#include <string_view>

namespace rowhouse::cli {

// Adds all subcommands to `app`. `app` and `program` must outlive the parsing and the action.
void Register(CLI::App& app, Program& program);

// Reads the command line and does what it asks for. Messages go to stderr, results to stdout. `commit`
// is what the program was built from.
ExitCode Run(int argc, const char* const* argv, std::string_view commit);

}  // namespace rowhouse::cli
