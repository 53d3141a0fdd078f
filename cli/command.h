#pragma once
// Shared by the files of the subcommands.

#include "base/option_check.h"
#include "cli/connection.h"
#include "cli/outcome/command_error.h"
#include "cli/outcome/exit_code.h"
#include "cli/program.h"
#include "cli/transfer/job_report.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>
#include <rowhouse/bulk_writer.h>
#include <rowhouse/error.h>
#include <string>
#include <utility>
#include <vector>

namespace rowhouse::cli {

// What a command was asked: that of which a refusal can be made clearer.
struct Asked {
  std::string filter = {};
  std::string table = {};
  const ConnectionOptions* connection = nullptr;  // null: the table is not to be looked for
};

template <class Options>
Asked AskedBy(const Options& options) {
  Asked asked;
  if constexpr (requires { options.filter; }) asked.filter = options.filter;
  if constexpr (requires { asked.table = options.table; }) asked.table = options.table;
  if constexpr (requires { options.connection; }) asked.connection = &options.connection;
  return asked;
}

// Throws a CommandError that explains `error`, with what may be wrong with the filter, or with the
// table that has nearly this name.
[[noreturn]] void ThrowWithHints(const tables::TableError& error, const Asked& asked);

// On stderr, what may be wrong with a filter that nothing matched.
void HintAtFilter(const std::string& filter);

// Adds a subcommand that runs `run(options)`; `declare(command, options)` adds its options.
template <class Options>
CLI::App* AddCommand(CLI::App& parent, Program& program, const char* name, const char* about,
                     void (*declare)(CLI::App&, Options&), ExitCode (*run)(const Options&)) {
  CLI::App* const command = parent.add_subcommand(name, about);
  const auto options = std::make_shared<Options>();
  declare(*command, *options);
  command->callback([options, run, &program] {
    program.action = [options, run] {
      try {
        return run(*options);
      } catch (const tables::TableError& error) {
        ThrowWithHints(error, AskedBy(*options));
      }
    };
  });
  return command;
}

// Asks unless `yes`. CommandError kUsage when not interactive; false: the answer was no.
bool ConfirmUnless(bool yes, const std::string& question);

// "1,234 entities", "1 entity".
std::string Entities(std::size_t count);
// "1,234 rows", "1 row".
std::string Rows(std::size_t count);

// "1,234 entities imported in 1.2 s (1.0k/s)" on stdout; when the job did not come to its end, also
// how to go on. CommandError: the job's failure, with kIncomplete when some of the work is done.
ExitCode Summarize(const char* done, const JobReport& report, std::chrono::milliseconds elapsed);

// "replace", "merge", "skip" or "fail". REQUIRES: one of them
tables::OnConflict ParseOnConflict(const std::string& text);

// The parts of "a,b,c" without the empty ones.
std::vector<std::string> SplitList(const std::string& text);

}  // namespace rowhouse::cli
