#include "cli/query/output_options.h"

#include "base/ascii.h"
#include "base/option_check.h"
#include "cli/outcome/command_error.h"
#include "cli/transfer/file_format.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace rowhouse::cli {
namespace {

constexpr std::array<std::string_view, 4> kForms = {"table", "json", "jsonl", "csv"};

std::string FormOfFile(const std::string& file) {
  const auto format = FormatByEnd(file);
  const std::string lower = AsciiLower(file);
  if (!format || lower.ends_with(".tsv")) throw CommandError(ExitCode::kUsage, UnknownEnd(file));
  if (*format == FileFormat::kCsv) return "csv";
  return lower.ends_with(".json") ? "json" : "jsonl";
}

}  // namespace

void AddOutputOptions(CLI::App& command, OutputOptions& options) {
  command
      .add_option("--output,-o", options.output,
                  "The file to write, .json, .jsonl or .csv; written\n"
                  "under its name only when complete. Default: stdout")
      ->type_name("FILE");
  command
      .add_option("--format,-f", options.format,
                  "Form of the answer. Default: by the end of the file's\n"
                  "name; table on stdout")
      ->check(OneOf({"table", "json", "jsonl", "csv"}))
      ->type_name("table|json|jsonl|csv");
  command.add_flag("--system", options.style.system, "With Timestamp and ETag");
  command.add_flag("--plain", options.style.plain,
                   "JSON and CSV without types, for pandas, duckdb and the like");
  command.add_flag("--bom", options.style.bom,
                   "CSV with a byte order mark, by which Excel knows UTF-8");
}

Output ResolveOutput(const OutputOptions& options) {
  Output output{options.format, options.output};
  const bool names_form = std::ranges::find(kForms, options.output) != kForms.end();
  if (output.form.empty() && names_form) output = {options.output, {}};
  if (output.file == "-") output.file.clear();
  if (output.form.empty()) output.form = output.file.empty() ? "table" : FormOfFile(output.file);
  if (options.style.bom && output.form != "csv") {
    throw CommandError(ExitCode::kUsage, "--bom is for CSV; other forms must not begin with one");
  }
  return output;
}

}  // namespace rowhouse::cli
