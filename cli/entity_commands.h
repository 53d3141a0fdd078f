#pragma once
// `rowhouse entity`: one entity.

#include "cli/program.h"

#include <CLI/App.hpp>

namespace rowhouse::cli {

void RegisterEntity(CLI::App& parent, Program& program);

}  // namespace rowhouse::cli
