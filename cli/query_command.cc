#include "cli/query_command.h"

#include "cli/command.h"
#include "cli/query/changes.h"
#include "cli/query/entity_output.h"
#include "cli/query/output_options.h"
#include "cli/query/sorting_printer.h"
#include "cli/terminal/interrupt.h"
#include "cli/transfer/stdout_file.h"
#include "cli/transfer/table_ranges.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <rowhouse/table_client.h>
#include <thread>

namespace rowhouse::cli {
namespace {

using tables::Entity;
using tables::Filter;
using tables::TableClient;
using tables::Where;

// Each is read into memory as a whole when a query goes backwards.
constexpr std::size_t kBackwardRanges = 256;

struct QueryCommand {
  ConnectionOptions connection = {};
  std::string table = {};
  std::string filter = {};
  std::optional<std::string> partition = {};
  std::string prefix = {};
  std::string row_prefix = {};
  std::string select = {};
  std::optional<std::size_t> limit = {};
  OutputOptions to = {};
  std::string output = {};  // the form, of `to`
  bool newest_first = false;
  bool expanded = false;
  std::string order_by = {};
  bool follow = false;
  int every_seconds = 1;
};

void Declare(CLI::App& command, QueryCommand& options) {
  command.add_option("TABLE", options.table, "Name of the table")->required();
  command.add_option("--filter", options.filter, "A $filter, such as \"Age gt 30\"")
      ->type_name("FILTER");
  command.add_option("--partition", options.partition, "Only this PartitionKey")->type_name("KEY");
  command.add_option("--prefix", options.prefix, "Only PartitionKeys that begin with TEXT")
      ->type_name("TEXT");
  command.add_option("--row-prefix", options.row_prefix, "Only RowKeys that begin with TEXT")
      ->type_name("TEXT");
  command.add_option("--select", options.select, "Only these properties")->type_name("NAME,NAME");
  command.add_option("--limit", options.limit, "At most this many. Default: all")
      ->check(AtLeast(0))
      ->type_name("N");
  command.add_flag("--newest-first", options.newest_first,
                   "From the last key to the first. Newest is what has the\n"
                   "greatest keys. May read the whole table");
  AddOutputOptions(command, options.to);
  command.add_flag("--expanded,-x", options.expanded, "One property per line");
  command
      .add_option("--order-by,--sort", options.order_by,
                  "Sort by properties, such as \"Born desc,Name\". All that\n"
                  "matches is read first: at most 1,000,000 entities")
      ->type_name("NAME,NAME");
  command.add_flag("--follow", options.follow,
                   "Then show what is written, by its Timestamp, until Ctrl-C");
  command
      .add_option("--every", options.every_seconds, "Polling interval with --follow. Default: 1")
      ->check(Between(1, 3600))
      ->type_name("SECONDS");
  AddConnectionOptions(command, options.connection);
}

Filter FilterOf(const QueryCommand& options) {
  Filter filter(options.filter);
  if (options.partition) filter = Where("PartitionKey") == *options.partition && filter;
  if (!options.prefix.empty()) {
    filter = Where("PartitionKey").StartsWith(options.prefix) && filter;
  }
  if (!options.row_prefix.empty())
    filter = filter && Where("RowKey").StartsWith(options.row_prefix);
  return filter;
}

tables::QueryOptions QueryOf(const QueryCommand& options, Filter filter) {
  tables::QueryOptions query;
  query.filter = std::move(filter);
  query.select = SplitList(options.select);
  if (options.to.style.system && !query.select.empty()) query.select.emplace_back("Timestamp");
  return query;
}

// How many have to be read: sorting needs all to know the first.
std::optional<std::size_t> ReadLimit(const QueryCommand& options) {
  return options.order_by.empty() ? options.limit : std::nullopt;
}

void Forward(const TableClient& table, const QueryCommand& options, EntityPrinter& printer) {
  tables::QueryOptions query = QueryOf(options, FilterOf(options));
  query.limit = ReadLimit(options);
  for (const Entity& entity : table.Query(query)) {
    printer.Add(entity);
    if (Interrupted()) return;
  }
}

// The service only reads forward, so ranges are read from the last one on and each is turned round.
void Backward(const TableClient& table, const QueryCommand& options, EntityPrinter& printer) {
  auto ranges = RangesOf(table, kBackwardRanges, options.partition);
  std::ranges::reverse(ranges);
  std::size_t left = ReadLimit(options).value_or(SIZE_MAX);
  for (const KeyRange& range : ranges) {
    const Filter in_range = FiltersOf(range, std::nullopt).front();
    auto entities = table.Query(QueryOf(options, in_range && FilterOf(options))).ToVector();
    std::ranges::reverse(entities);
    for (const Entity& entity : entities) {
      if (left-- == 0 || Interrupted()) return;
      printer.Add(entity);
    }
  }
}

void RefuseIf(bool wrong, const char* text) {
  if (wrong) throw CommandError(ExitCode::kUsage, text);
}

// Options that contradict each other.
void CheckOptions(const QueryCommand& options, const std::vector<SortKey>& keys) {
  RefuseIf(options.expanded && options.output != "table",
           "--expanded is a form of its own: leave the other out");
  RefuseIf(options.follow && (options.output == "csv" || options.output == "json"),
           "--follow never comes to the end that this form needs: use jsonl, table or --expanded");
  RefuseIf(options.follow && (options.newest_first || !keys.empty()),
           "--follow shows entities as they are written: leave the order out");
  const std::vector<std::string> selected = SplitList(options.select);
  for (const SortKey& key : keys) {
    const bool comes_always =
        key.name == "PartitionKey" || key.name == "RowKey" || key.name == "Timestamp";
    if (selected.empty() || comes_always) continue;
    if (std::ranges::find(selected, key.name) == selected.end()) {
      throw CommandError(ExitCode::kUsage,
                         "--order-by " + key.name + ": --select has to name it, too");
    }
  }
}

std::unique_ptr<EntityPrinter> PrinterOf(const QueryCommand& options,
                                         const std::vector<SortKey>& keys) {
  auto printer = MakeEntityPrinter(options.expanded ? "expanded" : options.output,
                                   {SplitList(options.select), options.to.style});
  if (keys.empty()) return printer;
  return MakeSortingPrinter(std::move(printer), keys, options.limit);
}

void WaitOrInterrupt(int seconds) {
  for (int tenth = 0; tenth < seconds * 10 && !Interrupted(); ++tenth) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}

// Asks again and again for what was written since, until Ctrl-C.
void Follow(const TableClient& table, const QueryCommand& options, ChangeWindow window,
            EntityPrinter& printer) {
  for (;;) {
    printer.Flush();
    std::fflush(stdout);
    WaitOrInterrupt(options.every_seconds);
    if (Interrupted()) return;
    auto changed =
        table.Query(QueryOf(options, FilterOf(options) && Where("Timestamp") >= window.From()))
            .ToVector();
    SortEntities(changed, {{.name = "Timestamp"}});
    for (const Entity& entity : changed) {
      if (window.Take(entity)) printer.Add(entity);
    }
  }
}

// What is there, and then what is written. Where not all is read, what comes is told apart by this
// machine's clock.
void ShowAndFollow(const TableClient& table, const QueryCommand& options, EntityPrinter& printer) {
  ChangeWindow window(options.limit ? tables::DateTime::Now() : tables::DateTime{});
  tables::QueryOptions query = QueryOf(options, FilterOf(options));
  query.limit = options.limit;
  for (const Entity& entity : table.Query(query)) {
    window.Take(entity);
    printer.Add(entity);
    if (Interrupted()) return;
  }
  Follow(table, options, std::move(window), printer);
}

ExitCode Show(const QueryCommand& options) {
  const std::vector<SortKey> keys = ParseSortKeys(options.order_by);
  CheckOptions(options, keys);
  const TableClient table = Connect(options.connection).GetTableClient(options.table);
  const InterruptGuard guard;
  const auto printer = PrinterOf(options, keys);
  if (options.follow) {
    ShowAndFollow(table, options, *printer);
    printer->Finish();
    return ExitCode::kSuccess;
  }
  if (options.newest_first) {
    Backward(table, options, *printer);
  } else {
    Forward(table, options, *printer);
  }
  printer->Finish();
  if (printer->Count() == 0 && !Interrupted()) HintAtFilter(options.filter);
  return Interrupted() ? ExitCode::kInterrupted : ExitCode::kSuccess;
}

ExitCode RunQuery(const QueryCommand& given) {
  QueryCommand options = given;
  const Output output = ResolveOutput(options.to);
  options.output = output.form;
  if (output.file.empty()) return Show(options);
  StdoutFile file(output.file);
  const ExitCode code = Show(options);
  if (code == ExitCode::kSuccess) file.Commit();
  return code;
}

}  // namespace

void RegisterQuery(CLI::App& parent, Program& program) {
  AddCommand(parent, program, "query", "Show the entities that match a filter", Declare, RunQuery);
}

}  // namespace rowhouse::cli
