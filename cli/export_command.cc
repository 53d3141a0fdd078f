#include "cli/export_command.h"

#include "cli/command.h"
#include "cli/entity_output.h"
#include "cli/terminal/interrupt.h"
#include "cli/terminal/progress.h"
#include "cli/text/export_lines.h"
#include "cli/transfer/export_job.h"

#include <fmt/format.h>

namespace rowhouse::cli {
namespace {

struct ExportCommand {
  ConnectionOptions connection = {};
  std::vector<std::string> tables = {};
  bool all = false;
  std::string file = "-";
  std::string format = {};
  std::string filter = {};
  bool resume = false;
  int parallel = 4;
};

void Declare(CLI::App& command, ExportCommand& options) {
  command.add_option("TABLE", options.tables, "Tables to export, into one file");
  command.add_flag("--all", options.all, "All tables of the account");
  command
      .add_option("--output,-o", options.file,
                  "The file to write; it appears when it is whole. Default:\n"
                  "stdout, which cannot be resumed")
      ->type_name("FILE");
  command
      .add_option("--format", options.format, "Default: by the end of the file's name, else json")
      ->check(OneOf({"json", "csv"}))
      ->type_name("json|csv");
  command.add_option("--filter", options.filter, "Only entities that match this $filter")
      ->type_name("FILTER");
  command.add_flag("--resume", options.resume, "Continue where an interrupted export ended");
  command.add_option("--parallel", options.parallel, "Ranges of keys read at once. Default: 4")
      ->check(Between(1, 32))
      ->type_name("N");
  AddConnectionOptions(command, options.connection);
}

ExitCode ToStdout(const tables::TableServiceClient& service, const ExportOptions& options) {
  const bool csv = options.format == FileFormat::kCsv;
  const auto printer = MakeEntityPrinter(csv ? "csv" : "jsonl", {});
  for (const std::string& table : options.tables) {
    if (!csv) fmt::print("{}", ExportHeader(table));
    tables::QueryOptions query;
    query.filter = options.filter;
    for (const tables::Entity& entity : service.GetTableClient(table).Query(query)) {
      printer->Add(entity);
    }
  }
  printer->Finish();
  return ExitCode::kSuccess;
}

ExportOptions Complete(const ExportCommand& command, const tables::TableServiceClient& service) {
  ExportOptions options;
  options.tables = command.all ? service.ListTables() : command.tables;
  if (!command.tables.empty() == command.all) {
    throw CommandError(ExitCode::kUsage, "name the tables to export, or say --all");
  }
  options.filter = tables::Filter(command.filter);
  options.file = command.file;
  options.format = command.format == "csv"  ? FileFormat::kCsv
                   : command.format.empty() ? FormatOf(command.file)
                                            : FileFormat::kJsonLines;
  if (options.format == FileFormat::kCsv && options.tables.size() > 1) {
    throw CommandError(ExitCode::kUsage,
                       "a CSV file holds one table; JSON lines (--format json) hold several");
  }
  options.resume = command.resume;
  options.parallel = static_cast<std::size_t>(command.parallel);
  return options;
}

ExitCode RunExport(const ExportCommand& command) {
  const auto service = Connect(command.connection);
  const ExportOptions options = Complete(command, service);
  if (command.file == "-") return ToStdout(service, options);

  const InterruptGuard guard;
  Progress progress("export to " + options.file.filename().string());
  const ExportReport report = Export(service, options, progress);
  progress.Stop();
  return Summarize("exported", report.entities, progress.Elapsed(), report.interrupted);
}

}  // namespace

void RegisterExport(CLI::App& parent, Program& program) {
  AddCommand(parent, program, "export", "Save tables to a file", Declare, RunExport);
}

}  // namespace rowhouse::cli
