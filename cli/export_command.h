#pragma once
// `rowhouse export`: tables into a file.

#include "cli/program.h"

#include <CLI/App.hpp>

namespace rowhouse::cli {

void RegisterExport(CLI::App& parent, Program& program);

}  // namespace rowhouse::cli
