#pragma once
// `rowhouse copy`: tables from one account to another.

#include "samples/cli/program.h"

#include <CLI/App.hpp>

namespace rowhouse::cli {

void RegisterCopy(CLI::App& parent, Program& program);

}  // namespace rowhouse::cli
