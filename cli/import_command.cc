#include "cli/import_command.h"

#include "cli/command.h"
#include "cli/terminal/interrupt.h"
#include "cli/terminal/progress.h"
#include "cli/transfer/import_job.h"

namespace rowhouse::cli {
namespace {

struct ImportCommand {
  ConnectionOptions connection = {.bulk_load = true};
  std::string file = {};
  std::string table = {};
  std::string format = {};
  std::string journal = {};
  std::string on_conflict = "replace";
  bool resume = false;
  bool keep_order = false;
  bool no_create = false;
  int parallel = 8;
};

void Declare(CLI::App& command, ImportCommand& options) {
  command.add_option("FILE", options.file, "JSON lines or typed CSV; - is stdin")->required();
  command
      .add_option("--table", options.table,
                  "The table to fill. Default: the one that the file names")
      ->type_name("NAME");
  command.add_option("--format", options.format, "Default: by the end of the file's name")
      ->check(OneOf({"json", "csv"}))
      ->type_name("json|csv");
  command
      .add_option("--on-conflict", options.on_conflict,
                  "What to do with an entity that already exists.\n"
                  "Default: replace")
      ->check(OneOf({"replace", "merge", "skip", "fail"}))
      ->type_name("replace|merge|skip|fail");
  command.add_flag("--resume", options.resume, "Continue where an interrupted import ended");
  command
      .add_option("--journal", options.journal,
                  "Keeps the place for --resume. Default: FILE.import-journal")
      ->type_name("FILE");
  command.add_flag("--keep-order", options.keep_order,
                   "Send transactions as the file fills them. Default: partitions\n"
                   "take turns, so that not all writes go to one of them");
  command.add_flag("--no-create", options.no_create, "Do not create missing tables");
  command.add_option("--parallel", options.parallel, "Transactions in flight. Default: 8")
      ->check(Between(1, 64))
      ->type_name("N");
  AddConnectionOptions(command, options.connection);
}

ExitCode RunImport(const ImportCommand& command) {
  ImportOptions options;
  options.file = command.file;
  options.format = command.format.empty()    ? FormatOf(command.file)
                   : command.format == "csv" ? FileFormat::kCsv
                                             : FileFormat::kJsonLines;
  options.table = command.table;
  options.journal = command.journal.empty() ? ImportJournalPath(command.file)
                                            : std::filesystem::path(command.journal);
  options.resume = command.resume;
  options.keep_order = command.keep_order;
  options.create_tables = !command.no_create;
  options.on_conflict = ParseOnConflict(command.on_conflict);
  options.parallel = static_cast<std::size_t>(command.parallel);

  const auto service = Connect(command.connection);
  const InterruptGuard guard;
  Progress progress("import " + (command.table.empty()
                                     ? std::filesystem::path(command.file).filename().string()
                                     : command.table));
  const ImportReport report = Import(service, options, progress);
  progress.Stop();
  return Summarize("imported", report.entities, progress.Elapsed(), report.interrupted);
}

}  // namespace

void RegisterImport(CLI::App& parent, Program& program) {
  AddCommand(parent, program, "import", "Load entities from a file", Declare, RunImport);
}

}  // namespace rowhouse::cli
