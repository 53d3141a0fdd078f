#pragma once
// `rowhouse copy`: tables from one account to another.

#include "cli/program.h"

#include <CLI/App.hpp>

namespace rowhouse::cli {

void RegisterCopy(CLI::App& parent, Program& program);

}  // namespace rowhouse::cli
