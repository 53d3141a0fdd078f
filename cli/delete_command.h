#pragma once
// `rowhouse delete`: entities that match a filter.

#include "cli/program.h"

#include <CLI/App.hpp>

namespace rowhouse::cli {

void RegisterDelete(CLI::App& parent, Program& program);

}  // namespace rowhouse::cli
