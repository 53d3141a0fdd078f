#pragma once
// The input and output of a subcommand. A subcommand has a file of its own with one function
//   void RegisterXxx(CLI::App& parent, Program& program);
// that adds it to `parent` with its options, and whose callback sets `program.action`. Nothing is
// done while the command line is still being read, so a refused one has no effects.

#include "cli/outcome/exit_code.h"

#include <functional>
#include <string>

namespace rowhouse::cli {

struct Program {
  // The action that the command line asks for; empty when it asks for none.
  std::function<ExitCode()> action = {};
  // The commit that the program was built from, for `version`; empty: not known.
  std::string commit = {};
};

}  // namespace rowhouse::cli
