#include "cli/describe_command.h"

#include "cli/command.h"
#include "cli/query/group_counts.h"
#include "cli/terminal/interrupt.h"
#include "cli/terminal/progress.h"
#include "cli/terminal/terminal.h"

#include <cstdio>
#include <fmt/format.h>
#include <optional>
#include <rowhouse/table_client.h>
#include <unistd.h>

namespace rowhouse::cli {
namespace {

struct DescribeCommand {
  ConnectionOptions connection = {};
  std::string table = {};
  std::string filter = {};
  std::optional<std::string> partition = {};
  std::optional<std::size_t> limit = {};
};

void Declare(CLI::App& command, DescribeCommand& options) {
  command.add_option("TABLE", options.table, "Name of the table")->required();
  command.add_option("--filter", options.filter, "Only entities that match this $filter")
      ->type_name("FILTER");
  command.add_option("--partition", options.partition, "Only this PartitionKey")->type_name("KEY");
  command.add_option("--limit", options.limit, "Look at this many. Default: all")
      ->check(AtLeast(1))
      ->type_name("N");
  AddConnectionOptions(command, options.connection);
}

ExitCode RunDescribe(const DescribeCommand& options) {
  const auto table = Connect(options.connection).GetTableClient(options.table);
  tables::QueryOptions query;
  query.filter = tables::Filter(options.filter);
  if (options.partition) {
    query.filter = tables::Where("PartitionKey") == *options.partition && query.filter;
  }
  query.limit = options.limit;
  const InterruptGuard guard;
  PropertySummary summary;
  Progress progress("describe " + options.table);
  for (const tables::Entity& entity : table.Query(query)) {
    summary.Add(entity);
    progress.Advance(1);
    if (Interrupted()) break;
  }
  progress.Stop();
  fmt::print("{}", summary.Table().ToString(TerminalOf(STDOUT_FILENO)));
  std::fflush(stdout);
  fmt::print(stderr, "({} read)\n", Entities(summary.Entities()));
  if (summary.Entities() == 0) HintAtFilter(options.filter);
  return Interrupted() ? ExitCode::kInterrupted : ExitCode::kSuccess;
}

}  // namespace

void RegisterDescribe(CLI::App& parent, Program& program) {
  AddCommand(parent, program, "describe",
             "Which properties the entities of a table have: names, types, how often", Declare,
             RunDescribe);
}

}  // namespace rowhouse::cli
