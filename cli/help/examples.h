#pragma once
// Examples for the help of each command.

#include <CLI/App.hpp>
#include <string_view>

namespace rowhouse::cli {

// Lines of a shell, for the command with this path ("table create"); empty when it is unknown.
std::string_view ExamplesOf(std::string_view path);

// Puts the examples of each command at the end of its help. REQUIRES: all commands are registered
void AddExamples(CLI::App& app);

}  // namespace rowhouse::cli
