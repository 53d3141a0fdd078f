#pragma once
// `rowhouse describe`: which properties the entities of a table have.

#include "cli/program.h"

#include <CLI/App.hpp>

namespace rowhouse::cli {

void RegisterDescribe(CLI::App& parent, Program& program);

}  // namespace rowhouse::cli
