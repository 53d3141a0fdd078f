#pragma once
// `rowhouse count`: how many entities.

#include "cli/program.h"

#include <CLI/App.hpp>

namespace rowhouse::cli {

void RegisterCount(CLI::App& parent, Program& program);

}  // namespace rowhouse::cli
