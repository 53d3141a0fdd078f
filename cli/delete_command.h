#pragma once
// `rowhouse delete`: entities that a filter holds for.

#include "cli/program.h"

#include <CLI/App.hpp>

namespace rowhouse::cli {

void RegisterDelete(CLI::App& parent, Program& program);

}  // namespace rowhouse::cli
