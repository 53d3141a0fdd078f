#include "cli/export_command.h"

#include "cli/command.h"
#include "cli/query/entity_output.h"
#include "cli/terminal/interrupt.h"
#include "cli/terminal/progress.h"
#include "cli/text/export_lines.h"
#include "cli/text/json_text.h"
#include "cli/transfer/csv_conversion.h"
#include "cli/transfer/export_job.h"

namespace rowhouse::cli {
namespace {

struct ExportCommand {
  ConnectionOptions connection = {};
  std::vector<std::string> tables = {};
  bool all = false;
  std::string file = "-";
  std::string format = {};
  TextStyle style = {};
  std::string filter = {};
  bool resume = false;
  int parallel = 4;
};

void Declare(CLI::App& command, ExportCommand& options) {
  command.add_option("TABLE", options.tables, "Tables to export, into one file");
  command.add_flag("--all", options.all, "All tables of the account");
  command
      .add_option("--output,-o", options.file,
                  "The file to write, .jsonl, .json or .csv; written\n"
                  "under its name only when complete. Default: stdout,\n"
                  "which cannot be resumed")
      ->type_name("FILE");
  command
      .add_option("--format,-f", options.format,
                  "json: a line for each entity. Default: by the end of the\n"
                  "file's name; json on stdout")
      ->check(OneOf({"json", "csv"}))
      ->type_name("json|csv");
  command.add_flag("--plain", options.style.plain,
                   "Without types and without the line that names the table,\n"
                   "for pandas, duckdb and the like. Types are lost");
  command.add_flag("--system", options.style.system, "With Timestamp and ETag");
  command.add_flag("--bom", options.style.bom,
                   "CSV with a byte order mark, by which Excel knows UTF-8");
  command.add_option("--filter", options.filter, "Only entities that match this $filter")
      ->type_name("FILTER");
  command.add_flag("--resume", options.resume, "Continue where an interrupted export ended");
  command.add_option("--parallel", options.parallel, "Ranges of keys read at once. Default: 4")
      ->check(Between(1, 32))
      ->type_name("N");
  AddWaitOption(command, options.connection);
  AddConnectionOptions(command, options.connection);
}

ExitCode ToStdout(const tables::TableServiceClient& service, const ExportOptions& options) {
  const bool csv = options.format == FileFormat::kCsv;
  CsvSpool spool(options.style);
  for (const std::string& table : options.tables) {
    if (!csv && !options.style.plain) PrintOut(ExportHeader(table));
    tables::QueryOptions query;
    query.filter = options.filter;
    std::string line;
    for (const tables::Entity& entity : service.GetTableClient(table).Query(query)) {
      if (csv) {
        spool.Add(entity);
        continue;
      }
      line.clear();
      AppendJson(line, entity, options.style);
      PrintOut(line + '\n');
    }
  }
  if (csv) spool.WriteTo(PrintOut);
  return ExitCode::kSuccess;
}

FileFormat FormatOf(const ExportCommand& command) {
  if (!command.format.empty()) return ParseFileFormat(command.format);
  if (command.file == "-") return FileFormat::kJson;
  const auto format = FormatByEnd(command.file);
  const bool is_tabs = command.file.ends_with(".tsv");  // which are only read
  if (format && !is_tabs) return *format;
  throw CommandError(ExitCode::kUsage, UnknownEnd(command.file));
}

ExportOptions Complete(const ExportCommand& command, const tables::TableServiceClient& service) {
  ExportOptions options;
  options.format = FormatOf(command);
  if (!command.tables.empty() == command.all) {
    throw CommandError(ExitCode::kUsage, "name the tables to export, or say --all");
  }
  if (command.style.bom && options.format != FileFormat::kCsv) {
    throw CommandError(ExitCode::kUsage, "--bom is for CSV; JSON must not begin with one");
  }
  options.tables = command.all ? service.ListTables() : command.tables;
  options.filter = tables::Filter(command.filter);
  options.file = command.file;
  options.style = command.style;
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
  const JobReport report = Export(service, options, progress);
  progress.Stop();
  return Summarize("exported", report, progress.Elapsed());
}

}  // namespace

void RegisterExport(CLI::App& parent, Program& program) {
  AddCommand(parent, program, "export", "Save tables to a file", Declare, RunExport);
}

}  // namespace rowhouse::cli
