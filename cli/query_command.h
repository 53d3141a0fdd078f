#pragma once
// `rowhouse query`: entities that match a filter.

#include "cli/program.h"

#include <CLI/App.hpp>

namespace rowhouse::cli {

void RegisterQuery(CLI::App& parent, Program& program);

}  // namespace rowhouse::cli
