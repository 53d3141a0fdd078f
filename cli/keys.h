#pragma once
// `rowhouse keys`: what can be said of keys.

#include "cli/program.h"

#include <CLI/App.hpp>

namespace rowhouse::cli {

void RegisterKeys(CLI::App& parent, Program& program);

}  // namespace rowhouse::cli
