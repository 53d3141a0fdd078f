#include "cli/count_command.h"

#include "cli/admin_client.h"
#include "cli/command.h"
#include "cli/terminal/interrupt.h"
#include "cli/terminal/progress.h"
#include "cli/transfer/table_ranges.h"

#include <atomic>
#include <fmt/format.h>
#include <optional>
#include <rowhouse/table_client.h>

namespace rowhouse::cli {
namespace {

struct CountCommand {
  ConnectionOptions connection = {};
  std::string table = {};
  std::string filter = {};
  std::optional<std::string> partition = {};
};

void Declare(CLI::App& command, CountCommand& options) {
  command.add_option("TABLE", options.table, "Name of the table")->required();
  command.add_option("--filter", options.filter, "Only entities that match this $filter")
      ->type_name("FILTER");
  command.add_option("--partition", options.partition, "Only this PartitionKey")->type_name("KEY");
  AddAdminOptions(command, options.connection);
}

// A Rowhouse server counts; from any other service all keys have to be read.
std::optional<std::uint64_t> AskServer(const CountCommand& options) {
  if (!options.filter.empty()) return std::nullopt;
  const AdminClient admin(options.connection);
  AdminQuery query = {{"account", admin.Account()}, {"table", options.table}};
  if (options.partition) query.emplace_back("partition", *options.partition);
  const auto answer = admin.TryGet("count", query);
  if (!answer || !Holds(answer->Root(), "count")) return std::nullopt;
  return static_cast<std::uint64_t>(NumberOf(answer->Root(), "count"));
}

std::uint64_t ReadKeys(const CountCommand& options) {
  const auto table = Connect(options.connection).GetTableClient(options.table);
  tables::QueryOptions query;
  query.filter = tables::Filter(options.filter);
  if (options.partition) {
    query.filter = tables::Where("PartitionKey") == *options.partition && query.filter;
  }
  query.select = {"PartitionKey", "RowKey"};
  Progress progress("count " + options.table);
  for (const tables::Page& page : table.QueryPages(query)) {
    progress.Advance(page.entities.size());
    if (Interrupted()) break;
  }
  return progress.Done();
}

ExitCode RunCount(const CountCommand& options) {
  const InterruptGuard guard;
  auto count = AskServer(options);
  if (!count) count = ReadKeys(options);
  if (Interrupted()) return ExitCode::kInterrupted;
  fmt::print("{}\n", *count);
  return ExitCode::kSuccess;
}

}  // namespace

void RegisterCount(CLI::App& parent, Program& program) {
  AddCommand(parent, program, "count", "Count entities", Declare, RunCount);
}

}  // namespace rowhouse::cli
