#include "cli/copy_command.h"

#include "cli/command.h"
#include "cli/terminal/interrupt.h"
#include "cli/terminal/numbers.h"
#include "cli/terminal/progress.h"
#include "cli/transfer/copy_job.h"

#include <algorithm>
#include <fmt/format.h>

namespace rowhouse::cli {
namespace {

struct CopyCommand {
  ConnectionOptions from = {};
  ConnectionOptions to = {};
  std::string table = {};
  std::string name = {};
  std::string filter = {};
  std::string journal = {};
  std::string on_conflict = "replace";
  bool resume = false;
  bool keep_order = false;
  int parallel = 4;
};

void Declare(CLI::App& command, CopyCommand& options) {
  command.add_option("TABLE", options.table, "The table to copy")->required();
  command.add_option("NEWNAME", options.name, "Name of the copy. Default: the same");
  command.add_option("--filter", options.filter, "Only entities that match this $filter")
      ->type_name("FILTER");
  command
      .add_option("--on-conflict", options.on_conflict,
                  "What to do with an entity that already exists.\n"
                  "Default: replace")
      ->check(OneOf({"replace", "merge", "skip", "fail"}))
      ->type_name("replace|merge|skip|fail");
  command.add_flag("--resume", options.resume, "Continue where an interrupted copy ended");
  command
      .add_option("--journal", options.journal,
                  "Keeps the place for --resume. Default: a file in\n"
                  "~/.local/state/rowhouse")
      ->type_name("FILE");
  command.add_flag("--keep-order", options.keep_order,
                   "Write in the order of the keys read. Default: partitions take\n"
                   "turns, so that not all writes go to one of them");
  command.add_option("--parallel", options.parallel, "Ranges of keys copied at once. Default: 4")
      ->check(Between(1, 32))
      ->type_name("N");
  AddWaitOption(command, options.from);
  AddConnectionOptions(command, options.from);
  AddConnectionOptions(command, options.to, "to-");
}

// Without any --to option the copy stays in the account.
bool HasTarget(const ConnectionOptions& to) {
  return !to.connection_string.empty() || !to.account.empty() || !to.sas.empty() ||
         !to.endpoint.empty() || !to.profile.empty();
}

ExitCode RunCopy(const CopyCommand& command) {
  ConnectionOptions to = HasTarget(command.to) ? command.to : command.from;
  to.bulk_load = true;
  to.config = command.from.config;
  to.ca_file = command.from.ca_file;
  to.insecure = command.from.insecure;
  to.timeout_seconds = command.from.timeout_seconds;
  to.wait_seconds = command.from.wait_seconds;
  CopyOptions options{
      Connect(command.from).GetTableClient(command.table),
      Connect(to).GetTableClient(command.name.empty() ? command.table : command.name)};
  if (IsSameTable(options.source, options.target)) {
    throw CommandError(ExitCode::kUsage,
                       "the copy would be the table itself: give it another name, or say with "
                       "--to-connection-string, --to-profile, ... where it goes");
  }
  options.filter = tables::Filter(command.filter);
  options.journal = command.journal.empty() ? CopyJournalPath(options.source, options.target)
                                            : std::filesystem::path(command.journal);
  options.resume = command.resume;
  options.keep_order = command.keep_order;
  options.on_conflict = ParseOnConflict(command.on_conflict);
  options.parallel = static_cast<std::size_t>(command.parallel);

  const InterruptGuard guard;
  Progress progress("copy " + command.table);
  const JobReport report = Copy(options, progress);
  progress.Stop();
  return Summarize("copied", report, progress.Elapsed());
}

}  // namespace

void RegisterCopy(CLI::App& parent, Program& program) {
  AddCommand(parent, program, "copy", "Copy a table, also to another account", Declare, RunCopy);
}

}  // namespace rowhouse::cli
