#pragma once
// `rowhouse completion` and `rowhouse man`: texts made of the options' definitions.

#include "cli/program.h"

#include <CLI/App.hpp>

namespace rowhouse::cli {

void RegisterCompletion(CLI::App& parent, Program& program);

}  // namespace rowhouse::cli
