#pragma once
// `rowhouse tables` and `rowhouse requests`: what an operator asks a Rowhouse server.

#include "cli/program.h"

#include <CLI/CLI.hpp>

namespace rowhouse::cli {

void RegisterOperator(CLI::App& parent, Program& program);

}  // namespace rowhouse::cli
