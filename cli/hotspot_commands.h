#pragma once
// `rowhouse hotspots` and `rowhouse partitions`: how the keys of a Rowhouse server are used.

#include "cli/program.h"

#include <CLI/App.hpp>

namespace rowhouse::cli {

void RegisterHotspots(CLI::App& parent, Program& program);

}  // namespace rowhouse::cli
