#pragma once
// `rowhouse sas` and `rowhouse acl`: signatures and the policies that they name.

#include "cli/program.h"

#include <CLI/App.hpp>

namespace rowhouse::cli {

void RegisterAccess(CLI::App& parent, Program& program);

}  // namespace rowhouse::cli
