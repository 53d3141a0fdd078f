#include "cli/query_command.h"

#include "cli/command.h"
#include "cli/entity_output.h"
#include "cli/terminal/interrupt.h"
#include "cli/transfer/table_ranges.h"

#include <algorithm>
#include <optional>
#include <rowhouse/table_client.h>

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
  std::string output = "table";
  bool newest_first = false;
};

void Declare(CLI::App& command, QueryCommand& options) {
  command.add_option("TABLE", options.table, "Name of the table")->required();
  command.add_option("--filter", options.filter, "A $filter, such as \"Age gt 30\"")
      ->type_name("FILTER");
  command.add_option("--partition", options.partition, "Only this PartitionKey")->type_name("KEY");
  command.add_option("--prefix", options.prefix, "Only PartitionKeys that begin so")
      ->type_name("TEXT");
  command.add_option("--row-prefix", options.row_prefix, "Only RowKeys that begin so")
      ->type_name("TEXT");
  command.add_option("--select", options.select, "Only these properties")->type_name("NAME,NAME");
  command.add_option("--limit", options.limit, "At most this many. Default: all")
      ->check(AtLeast(0))
      ->type_name("N");
  command.add_flag("--newest-first", options.newest_first,
                   "From the last key to the first. Newest is what has the\n"
                   "greatest keys; the whole is read where it cannot be cut");
  command.add_option("--output,-o", options.output, "Form of the answer. Default: table")
      ->check(OneOf({"table", "json", "jsonl", "csv"}))
      ->type_name("table|json|jsonl|csv");
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
  return query;
}

void Forward(const TableClient& table, const QueryCommand& options, EntityPrinter& printer) {
  tables::QueryOptions query = QueryOf(options, FilterOf(options));
  query.limit = options.limit;
  for (const Entity& entity : table.Query(query)) {
    printer.Add(entity);
    if (Interrupted()) return;
  }
}

// The service only reads forward, so ranges are read from the last one on and each is turned round.
void Backward(const TableClient& table, const QueryCommand& options, EntityPrinter& printer) {
  auto ranges = RangesOf(table, kBackwardRanges, options.partition);
  std::ranges::reverse(ranges);
  std::size_t left = options.limit.value_or(SIZE_MAX);
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

ExitCode RunQuery(const QueryCommand& options) {
  const TableClient table = Connect(options.connection).GetTableClient(options.table);
  const InterruptGuard guard;
  const auto printer = MakeEntityPrinter(options.output, {SplitList(options.select)});
  if (options.newest_first) {
    Backward(table, options, *printer);
  } else {
    Forward(table, options, *printer);
  }
  printer->Finish();
  return Interrupted() ? ExitCode::kInterrupted : ExitCode::kSuccess;
}

}  // namespace

void RegisterQuery(CLI::App& parent, Program& program) {
  AddCommand(parent, program, "query", "Show the entities that match a filter", Declare, RunQuery);
}

}  // namespace rowhouse::cli
