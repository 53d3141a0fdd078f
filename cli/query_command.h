#pragma once
// `rowhouse query`: entities that a filter holds for.

#include "cli/program.h"

#include <CLI/App.hpp>

namespace rowhouse::cli {

void RegisterQuery(CLI::App& parent, Program& program);

}  // namespace rowhouse::cli
