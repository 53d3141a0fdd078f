#include "cli/hotspot_commands.h"

#include "cli/admin_client.h"
#include "cli/command.h"
#include "cli/findings/findings_text.h"
#include "cli/terminal/drawing.h"
#include "cli/terminal/interrupt.h"
#include "cli/terminal/numbers.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/text_table.h"
#include "table_service/hotspot/severity.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fmt/format.h>
#include <functional>
#include <initializer_list>
#include <optional>
#include <thread>
#include <unistd.h>

namespace rowhouse::cli {
namespace {

using simdjson::dom::element;

constexpr std::size_t kBarWidth = 20;
constexpr std::size_t kMapRows = 16;
constexpr std::size_t kLabelWidth = 24;

struct WatchOptions {
  ConnectionOptions connection = {};
  std::string table = {};
  bool json = false;
  bool watch = false;
  bool notes = false;  // hotspots
  int every_seconds = 2;
};

void Declare(CLI::App& command, WatchOptions& options) {
  command.add_flag("--json", options.json, "The server's own answer");
  command.add_flag("--watch", options.watch, "Again and again, until Ctrl-C");
  command.add_option("--every", options.every_seconds, "With --watch. Default: 2")
      ->check(Between(1, 3600))
      ->type_name("SECONDS");
  AddAdminOptions(command, options.connection);
}

void DeclareHotspots(CLI::App& command, WatchOptions& options) {
  command.add_option("TABLE", options.table, "One table. Default: all that are in use");
  command.add_flag("--notes", options.notes, "Also patterns that this load does not suffer from");
  Declare(command, options);
}

void DeclarePartitions(CLI::App& command, WatchOptions& options) {
  command.add_option("TABLE", options.table, "Name of the table")->required();
  Declare(command, options);
}

// Prints what `draw` makes, once or until Ctrl-C; on a terminal each picture takes the place of the
// one before.
ExitCode Show(const WatchOptions& options, const std::function<std::string()>& draw) {
  if (!options.watch) {
    fmt::print("{}", draw());
    return ExitCode::kSuccess;
  }
  const InterruptGuard guard;
  const bool moves = TerminalOf(STDOUT_FILENO).moves;
  while (!Interrupted()) {
    fmt::print("{}{}", moves ? "\x1b[H\x1b[2J" : "", draw());
    std::fflush(stdout);
    for (int tenth = 0; tenth < options.every_seconds * 10 && !Interrupted(); ++tenth) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
  }
  return ExitCode::kSuccess;
}

template <class Value>
std::optional<Value> MemberOf(element object, std::string_view name) {
  Value value{};
  if (object[name].get(value) != simdjson::SUCCESS) return std::nullopt;
  return value;
}

// The value whose name is `text`; the first one for a name that this version does not know.
template <class Value>
Value Named(std::string_view text, std::initializer_list<Value> values,
            std::string_view (*name)(Value)) {
  const auto* const found = std::ranges::find(values, text, name);
  return found == values.end() ? *values.begin() : *found;
}

Advice ReadAdvice(element advice) {
  return {.key = TextOf(advice, "key"),
          .example = TextOf(advice, "example"),
          .hottest_share = NumberOf(advice, "hottest_share"),
          .effective_partitions = NumberOf(advice, "effective_partitions"),
          .point_read = TextOf(advice, "point_read"),
          .range_read = TextOf(advice, "range_read")};
}

// Without `since` and the headroom, of which `why` tells.
Finding ReadFinding(element answer) {
  using enum FindingKind;
  Finding finding;
  finding.kind =
      Named(TextOf(answer, "kind"),
            {kMonotonicPartitionKey, kMonotonicRowKey, kHotPartition, kBigPartition}, KindName);
  finding.direction = Named(TextOf(answer, "direction"),
                            {KeyDirection::kAscending, KeyDirection::kDescending}, DirectionName);
  if (Holds(answer, "partition")) finding.partition = TextOf(answer, "partition");
  finding.share = MemberOf<double>(answer, "share");
  finding.rate = MemberOf<double>(answer, "rate");
  finding.rows = MemberOf<std::uint64_t>(answer, "rows");
  finding.bytes = MemberOf<std::uint64_t>(answer, "bytes");
  finding.operations = MemberOf<std::uint64_t>(answer, "operations").value_or(0);
  finding.severity =
      Named(TextOf(answer, "severity"), {Severity::kWarning, Severity::kNote, Severity::kCritical},
            SeverityName);
  finding.confidence = NumberOf(answer, "confidence");
  finding.why = TextOf(answer, "why");
  for (const element advice : ListOf(answer, "advice")) {
    finding.advice.push_back(ReadAdvice(advice));
  }
  return finding;
}

std::string DrawHotspots(element answer, Notes notes, const Terminal& terminal) {
  std::string text;
  for (const element table : ListOf(answer, "tables")) {
    TableFindings findings{
        .table = TextOf(table, "table"),
        .operations = MemberOf<std::uint64_t>(table, "operations").value_or(0),
        .findings = {},
        .bulk_load_operations = MemberOf<std::uint64_t>(table, "bulk_load_operations").value_or(0)};
    for (const element finding : ListOf(table, "findings")) {
      findings.findings.push_back(ReadFinding(finding));
    }
    text += (text.empty() ? "" : "\n") + FindingsText(findings, notes, terminal);
  }
  return text.empty() ? "No table is in use.\n" : text;
}

ExitCode Hotspots(const WatchOptions& options) {
  const AdminClient admin(options.connection);
  AdminQuery query = {{"account", admin.Account()}};
  if (!options.table.empty()) query.emplace_back("table", options.table);
  return Show(options, [&] {
    const AdminAnswer answer = admin.Get("hotspots", query);
    return options.json
               ? answer.Text() + "\n"
               : DrawHotspots(answer.Root(), options.notes ? Notes::kShown : Notes::kCounted,
                              TerminalOf(STDOUT_FILENO));
  });
}

// Reads and writes of the ranges of keys over time: a line for each range, time to the right.
std::string DrawActivity(element answer, const Terminal& terminal) {
  std::vector<std::vector<double>> grid;
  std::vector<std::string> labels;
  for (const element range : ListOf(answer, "ranges")) {
    const auto reads = ListOf(range, "reads");
    const auto writes = ListOf(range, "writes");
    std::vector<double>& row = grid.emplace_back(std::max(reads.size(), writes.size()), 0.0);
    for (const auto& cells : {reads, writes}) {
      for (std::size_t place = 0; place < cells.size(); ++place) {
        double count = 0;
        if (cells[place].get(count) == simdjson::SUCCESS) row[place] += count;
      }
    }
    element from;
    const bool known = range["from"].get(from) == simdjson::SUCCESS;
    labels.push_back(known ? Printable(TextOf(from, "partition")) : "");
  }
  if (grid.empty()) return "";
  const std::size_t width = std::min<std::size_t>(120, terminal.width);
  const std::size_t columns = width > kLabelWidth + 10 ? width - kLabelWidth - 2 : 10;
  std::string text = fmt::format(
      "\nRequests by range of keys (from top to bottom) and time (to the right), from {} in steps "
      "of {:.0f} s:\n",
      TextOf(answer, "begin"), NumberOf(answer, "step_seconds"));
  const auto lines = HeatMap(grid, kMapRows, columns, terminal);
  for (std::size_t line = 0; line < lines.size(); ++line) {
    const std::string label =
        CutToWidth(labels[line * labels.size() / lines.size()], kLabelWidth, terminal.unicode);
    text += label + std::string(kLabelWidth - DisplayWidth(label), ' ') + "  " + lines[line] + "\n";
  }
  return text;
}

double RateOf(element partition) {
  double rate = 0;
  for (const char* name : {"rate", "reads_per_second", "writes_per_second"}) {
    rate += NumberOf(partition, name);
  }
  return rate;
}

std::string DrawPartitions(element answer, const Terminal& terminal) {
  const auto partitions = ListOf(answer, "partitions");
  double largest = 0;
  for (const element partition : partitions) {
    largest = std::max(largest, NumberOf(partition, "rows"));
  }
  TextTable table;
  table.AddColumn("PartitionKey");
  table.AddColumn("Rows", TextTable::Align::kRight);
  table.AddColumn("");
  table.AddColumn("Size", TextTable::Align::kRight);
  table.AddColumn("Requests/s", TextTable::Align::kRight);
  table.AddColumn("File");
  for (const element partition : partitions) {
    const double rows = NumberOf(partition, "rows");
    table.AddRow({TextOf(partition, "partition"), WithCommas(static_cast<std::uint64_t>(rows)),
                  Bar(largest > 0 ? rows / largest : 0, kBarWidth, terminal.unicode),
                  BytesText(static_cast<std::uint64_t>(NumberOf(partition, "bytes"))),
                  ShortNumber(RateOf(partition)), TextOf(partition, "file")});
  }
  return table.ToString(terminal);
}

ExitCode Partitions(const WatchOptions& options) {
  const AdminClient admin(options.connection);
  const AdminQuery query = {{"account", admin.Account()}, {"table", options.table}};
  return Show(options, [&] {
    const AdminAnswer answer = admin.Get("partitions", query);
    if (options.json) return answer.Text() + "\n";
    const Terminal terminal = TerminalOf(STDOUT_FILENO);
    std::string text = DrawPartitions(answer.Root(), terminal);
    if (Holds(answer.Root(), "continuation")) text += "... and more\n";
    if (const auto activity = admin.TryGet("activity", query)) {
      text += DrawActivity(activity->Root(), terminal);
    }
    return text;
  });
}

}  // namespace

void RegisterHotspots(CLI::App& parent, Program& program) {
  AddCommand(parent, program, "hotspots",
             "Which keys of a Rowhouse server would throttle in the cloud, and what to do",
             DeclareHotspots, Hotspots);
  AddCommand(parent, program, "partitions",
             "Partitions of a table on a Rowhouse server, and how they are used", DeclarePartitions,
             Partitions);
}

}  // namespace rowhouse::cli
