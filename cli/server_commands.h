#pragma once
// `rowhouse stats`, `reset`, `backup` and `restore`: an account as a whole.

#include "cli/program.h"

#include <CLI/App.hpp>

namespace rowhouse::cli {

void RegisterServer(CLI::App& parent, Program& program);

}  // namespace rowhouse::cli
