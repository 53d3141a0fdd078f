#pragma once
// `rowhouse import`: a file into tables.

#include "cli/program.h"

#include <CLI/App.hpp>

namespace rowhouse::cli {

void RegisterImport(CLI::App& parent, Program& program);

}  // namespace rowhouse::cli
