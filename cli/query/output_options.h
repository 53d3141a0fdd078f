#pragma once
// The options that say where entities go and in which form: -o FILE, -f FORM, --plain, --system, --bom.

#include "cli/text/text_style.h"

#include <CLI/App.hpp>
#include <string>

namespace rowhouse::cli {

struct OutputOptions {
  std::string output = {};
  std::string format = {};
  TextStyle style = {};
};

// Adds them to `command`; `options` must outlive the parsing.
void AddOutputOptions(CLI::App& command, OutputOptions& options);

struct Output {
  std::string form = {};  // "table", "json", "jsonl" or "csv"
  std::string file = {};  // empty: stdout
};

// The form as -f says or the file's name; a table on stdout. A form after -o, as it was once written,
// counts as -f. CommandError: the name tells no form, or --bom is not for the form.
Output ResolveOutput(const OutputOptions& options);

}  // namespace rowhouse::cli
