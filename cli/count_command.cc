#include "cli/count_command.h"

#include "cli/admin_client.h"
#include "cli/command.h"
#include "cli/query/group_counts.h"
#include "cli/terminal/interrupt.h"
#include "cli/terminal/progress.h"
#include "cli/terminal/terminal.h"
#include "cli/transfer/table_ranges.h"

#include <atomic>
#include <fmt/format.h>
#include <functional>
#include <optional>
#include <rowhouse/table_client.h>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

namespace rowhouse::cli {
namespace {

struct CountCommand {
  ConnectionOptions connection = {};
  std::string table = {};
  std::string filter = {};
  std::optional<std::string> partition = {};
  std::string by = {};
};

void Declare(CLI::App& command, CountCommand& options) {
  command.add_option("TABLE", options.table, "Name of the table")->required();
  command.add_option("--filter", options.filter, "Only entities that match this $filter")
      ->type_name("FILTER");
  command.add_option("--partition", options.partition, "Only this PartitionKey")->type_name("KEY");
  command.add_option("--by", options.by, "How many of each value of these properties")
      ->type_name("NAME,NAME");
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

using UseEntity = std::function<void(const tables::Entity&)>;

// Returns how many entities were read with the properties `select`.
std::uint64_t Read(const CountCommand& options, std::vector<std::string> select,
                   const UseEntity& use) {
  const auto table = Connect(options.connection).GetTableClient(options.table);
  tables::QueryOptions query;
  query.filter = tables::Filter(options.filter);
  if (options.partition) {
    query.filter = tables::Where("PartitionKey") == *options.partition && query.filter;
  }
  query.select = std::move(select);
  Progress progress("count " + options.table);
  for (const tables::Page& page : table.QueryPages(query)) {
    for (const tables::Entity& entity : page.entities) use(entity);
    progress.Advance(page.entities.size());
    if (Interrupted()) break;
  }
  return progress.Done();
}

ExitCode CountGroups(const CountCommand& options) {
  const std::vector<std::string> names = SplitList(options.by);
  if (names.empty()) throw CommandError(ExitCode::kUsage, "--by: name a property");
  GroupCounts counts(names);
  const auto read =
      Read(options, names, [&counts](const tables::Entity& entity) { counts.Add(entity); });
  if (Interrupted()) return ExitCode::kInterrupted;
  fmt::print("{}", counts.Table().ToString(TerminalOf(STDOUT_FILENO)));
  if (read == 0) HintAtFilter(options.filter);
  return ExitCode::kSuccess;
}

ExitCode RunCount(const CountCommand& options) {
  const InterruptGuard guard;
  if (!options.by.empty()) return CountGroups(options);
  auto count = AskServer(options);
  if (!count) count = Read(options, {"PartitionKey", "RowKey"}, [](const tables::Entity&) {});
  if (Interrupted()) return ExitCode::kInterrupted;
  fmt::print("{}\n", *count);
  if (*count == 0) HintAtFilter(options.filter);
  return ExitCode::kSuccess;
}

}  // namespace

void RegisterCount(CLI::App& parent, Program& program) {
  AddCommand(parent, program, "count", "Count entities", Declare, RunCount);
}

}  // namespace rowhouse::cli
