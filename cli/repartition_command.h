#pragma once
// `rowhouse repartition`: a table under another PartitionKey.

#include "cli/program.h"

#include <CLI/App.hpp>

namespace rowhouse::cli {

void RegisterRepartition(CLI::App& parent, Program& program);

}  // namespace rowhouse::cli
