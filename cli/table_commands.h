#pragma once
// `rowhouse table`: the tables of an account.

#include "cli/program.h"

#include <CLI/App.hpp>

namespace rowhouse::cli {

void RegisterTable(CLI::App& parent, Program& program);

}  // namespace rowhouse::cli
