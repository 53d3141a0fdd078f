#include "cli/import_command.h"

#include "cli/command.h"
#include "cli/terminal/interrupt.h"
#include "cli/terminal/progress.h"
#include "cli/transfer/import_job.h"
#include "keys/key_template.h"

#include <fmt/format.h>

namespace rowhouse::cli {
namespace {

struct ImportCommand {
  ConnectionOptions connection = {.bulk_load = true};
  std::vector<std::string> what = {};
  std::string table = {};
  std::string account = {};
  std::string format = {};
  std::string partition_key = {};
  std::string row_key = {};
  bool infer = false;
  std::string reject = {};
  std::string journal = {};
  std::string on_conflict = "replace";
  bool resume = false;
  bool keep_order = false;
  bool no_create = false;
  int parallel = 8;
};

void DeclareFile(CLI::App& command, ImportCommand& options) {
  command
      .add_option("FILE", options.what,
                  "TABLE FILE, or FILE alone if it names its tables.\n"
                  "JSON: lines, arrays, answers of the service, Azurite's\n"
                  "__azurite_db_table__.json. CSV: typed, of Storage Explorer,\n"
                  "or plain. - is stdin")
      ->required()
      ->expected(1, 2)
      ->type_name("");
  command
      .add_option("--table", options.table,
                  "The table to fill. Default: the one that the file names")
      ->type_name("NAME");
  command
      .add_option("--format,-f", options.format,
                  "Default: by the end of the file's name; for a pipe,\n"
                  "from its first bytes")
      ->check(OneOf({"json", "csv"}))
      ->type_name("json|csv");
  command
      .add_option("--source-account", options.account,
                  "Of Azurite's database, only the tables of this account")
      ->type_name("NAME");
  command
      .add_option("--partition-key", options.partition_key,
                  "For CSV without a PartitionKey: how to make it, such as\n"
                  "  {property(Country)}    the text of a column\n"
                  "  people                 the same for all")
      ->type_name("TEMPLATE");
  command
      .add_option("--row-key", options.row_key,
                  "For CSV without a RowKey: the column that becomes it")
      ->type_name("COLUMN");
  command.add_flag("--infer", options.infer,
                   "Give CSV columns without a type the one that all of\n"
                   "their texts have: Boolean, Int32, Int64, Double,\n"
                   "DateTime, Guid. Default: String");
}

void Declare(CLI::App& command, ImportCommand& options) {
  DeclareFile(command, options);
  command
      .add_option("--on-conflict", options.on_conflict,
                  "What to do with an entity that already exists.\n"
                  "Default: replace")
      ->check(OneOf({"replace", "merge", "skip", "fail"}))
      ->type_name("replace|merge|skip|fail");
  command
      .add_option("--reject", options.reject,
                  "Go on past rows that cannot be taken, and put them into\n"
                  "this file. Default: stop at the first one")
      ->type_name("FILE");
  command.add_flag("--resume", options.resume,
                   "Continue where an import ended before its time; the file\n"
                   "may have been corrected after that place");
  command
      .add_option("--journal", options.journal,
                  "Keeps the place for --resume. Default: FILE.import-journal,\n"
                  "or a file in ~/.local/state/rowhouse")
      ->type_name("FILE");
  command.add_flag("--keep-order", options.keep_order,
                   "Send transactions as the file fills them. Default: partitions\n"
                   "take turns, so that not all writes go to one of them");
  command.add_flag("--no-create", options.no_create, "Do not create missing tables");
  command.add_option("--parallel", options.parallel, "Transactions in flight. Default: 8")
      ->check(Between(1, 64))
      ->type_name("N");
  AddWaitOption(command, options.connection);
  AddConnectionOptions(command, options.connection);
}

CsvRules RulesOf(const ImportCommand& command) {
  CsvRules rules;
  rules.row_key = command.row_key;
  if (command.partition_key.empty()) return rules;
  auto key = KeyTemplate::Parse(command.partition_key);
  if (!key) {
    throw CommandError(ExitCode::kUsage,
                       fmt::format("--partition-key {}: {}", command.partition_key, key.error()));
  }
  rules.partition_key = *std::move(key);
  return rules;
}

ImportOptions OptionsOf(const ImportCommand& command) {
  ImportOptions options;
  options.file = command.what.back();
  options.table = command.what.size() == 2 ? command.what.front() : command.table;
  if (command.what.size() == 2 && !command.table.empty()) {
    throw CommandError(ExitCode::kUsage, "two tables: one before the file, one after --table");
  }
  if (!command.format.empty()) options.format = ParseFileFormat(command.format);
  options.account = command.account;
  options.rules = RulesOf(command);
  options.infer = command.infer;
  options.reject = command.reject;
  options.journal = command.journal;
  options.resume = command.resume;
  options.keep_order = command.keep_order;
  options.create_tables = !command.no_create;
  options.on_conflict = ParseOnConflict(command.on_conflict);
  options.parallel = static_cast<std::size_t>(command.parallel);
  return options;
}

ExitCode RunImport(const ImportCommand& command) {
  const ImportOptions options = OptionsOf(command);
  const auto service = Connect(command.connection);
  const InterruptGuard guard;
  Progress progress("import " + (options.table.empty()
                                     ? std::filesystem::path(options.file).filename().string()
                                     : options.table));
  const JobReport report = Import(service, options, progress);
  return Summarize("imported", report, progress.Elapsed());
}

}  // namespace

void RegisterImport(CLI::App& parent, Program& program) {
  AddCommand(parent, program, "import", "Load entities from a file", Declare, RunImport);
}

}  // namespace rowhouse::cli
