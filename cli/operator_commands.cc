#include "cli/operator_commands.h"

#include "cli/admin_client.h"
#include "cli/command.h"
#include "cli/terminal/numbers.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/text_table.h"

#include <fmt/format.h>
#include <string>
#include <unistd.h>

namespace rowhouse::cli {
namespace {

using simdjson::dom::element;
using Align = TextTable::Align;

struct TablesCommand {
  ConnectionOptions connection = {};
  bool json = false;
};

void DeclareTables(CLI::App& command, TablesCommand& options) {
  command.add_flag("--json", options.json, "The server's own answer");
  AddAdminOptions(command, options.connection);
}

std::string CountOf(element table, const char* name) {
  if (!Holds(table, name)) return "?";
  return WithCommas(static_cast<std::uint64_t>(NumberOf(table, name)));
}

// The findings that ask for something to be done.
std::string KindsOf(element table) {
  std::string kinds;
  for (const element finding : ListOf(table, "findings")) {
    if (TextOf(finding, "severity") == "note") continue;
    kinds += fmt::format("{}{}", kinds.empty() ? "" : ", ", TextOf(finding, "kind"));
  }
  return kinds;
}

std::string DrawTables(element answer, const Terminal& terminal) {
  TextTable table;
  table.AddColumn("Table");
  for (const char* title : {"Rows", "Partitions", "Size", "Reads/s", "Writes/s"}) {
    table.AddColumn(title, Align::kRight);
  }
  table.AddColumn("Findings");
  bool is_estimated = false;
  for (const element one : ListOf(answer, "tables")) {
    bool is_exact = true;
    if (one["exact"].get(is_exact) == simdjson::SUCCESS && !is_exact) is_estimated = true;
    const std::string about = is_exact ? "" : "~";
    table.AddRow({TextOf(one, "table"), about + CountOf(one, "rows"),
                  about + CountOf(one, "partitions"),
                  BytesText(static_cast<std::uint64_t>(NumberOf(one, "bytes"))),
                  ShortNumber(NumberOf(one, "reads_per_second")),
                  ShortNumber(NumberOf(one, "writes_per_second")), KindsOf(one)});
  }
  if (table.IsEmpty()) return "There are no tables.\n";
  return table.ToString(terminal) + (is_estimated ? "~ estimated, since the table is large\n" : "");
}

ExitCode Tables(const TablesCommand& command) {
  const AdminClient admin(command.connection);
  const AdminAnswer answer = admin.Get("tables", {{"account", admin.Account()}});
  fmt::print("{}", command.json ? answer.Text() + "\n"
                                : DrawTables(answer.Root(), TerminalOf(STDOUT_FILENO)));
  return ExitCode::kSuccess;
}

struct RequestsCommand {
  ConnectionOptions connection = {};
  bool failed = false;
  int max = 20;
  bool json = false;
};

void DeclareRequests(CLI::App& command, RequestsCommand& options) {
  command.add_flag("--failed", options.failed, "Only those that failed, and why");
  command.add_option("--max", options.max, "How many. Default: 20")
      ->check(Between(1, 500))
      ->type_name("N");
  command.add_flag("--json", options.json, "The server's own answer");
  AddAdminOptions(command, options.connection);
}

std::string DrawRequests(element answer, const Terminal& terminal) {
  TextTable table;
  for (const char* title : {"Time", "Method", "Path"}) table.AddColumn(title);
  table.AddColumn("ms", Align::kRight);
  table.AddColumn("Status", Align::kRight);
  table.AddColumn("Error");
  for (const element request : ListOf(answer, "requests")) {
    table.AddRow({TextOf(request, "time"), TextOf(request, "method"), TextOf(request, "path"),
                  fmt::format("{:.1f}", NumberOf(request, "milliseconds")),
                  fmt::format("{:.0f}", NumberOf(request, "status")), TextOf(request, "code")});
  }
  return table.IsEmpty() ? "No requests yet.\n" : table.ToString(terminal);
}

// The lines of a text, also empty ones, each after four blanks.
std::string Indented(std::string_view text) {
  std::string lines;
  for (;;) {
    const std::size_t end = text.find('\n');
    lines += fmt::format("    {}\n", Printable(text.substr(0, end)));
    if (end == std::string_view::npos) return lines;
    text.remove_prefix(end + 1);
  }
}

// A paragraph for each: a reason is too long for a table.
std::string DrawFailures(element answer) {
  std::string text;
  for (const element request : ListOf(answer, "requests")) {
    text += fmt::format("{}  {} {}\n  {:.0f} {}: {}\n", TextOf(request, "time"),
                        Printable(TextOf(request, "method")), Printable(TextOf(request, "path")),
                        NumberOf(request, "status"), Printable(TextOf(request, "code")),
                        Printable(TextOf(request, "reason")));
    if (!Holds(request, "string_to_sign")) continue;
    text += "  the server signed:\n" + Indented(TextOf(request, "string_to_sign"));
  }
  return text.empty() ? "No failed requests.\n" : text;
}

ExitCode Requests(const RequestsCommand& command) {
  const AdminClient admin(command.connection);
  AdminQuery query = {{"account", admin.Account()}, {"max", std::to_string(command.max)}};
  if (command.failed) query.emplace_back("only", "failed");
  const AdminAnswer answer = admin.Get("requests", query);
  if (command.json) {
    fmt::print("{}\n", answer.Text());
  } else if (command.failed) {
    fmt::print("{}", DrawFailures(answer.Root()));
  } else {
    fmt::print("{}", DrawRequests(answer.Root(), TerminalOf(STDOUT_FILENO)));
  }
  return ExitCode::kSuccess;
}

}  // namespace

void RegisterOperator(CLI::App& parent, Program& program) {
  AddCommand(parent, program, "tables",
             "Rows, size, rates and findings of the tables of a Rowhouse server", DeclareTables,
             Tables);
  AddCommand(parent, program, "requests",
             "The last requests to a Rowhouse server, and why they failed", DeclareRequests,
             Requests);
}

}  // namespace rowhouse::cli
