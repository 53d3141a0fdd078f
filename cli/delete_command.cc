#include "cli/delete_command.h"

#include "cli/command.h"
#include "cli/delete_entities.h"

#include <fmt/format.h>
#include <optional>

namespace rowhouse::cli {
namespace {

struct DeleteCommand {
  ConnectionOptions connection = {.bulk_load = true};
  std::string table = {};
  std::string filter = {};
  std::optional<std::string> partition = {};
  std::string prefix = {};
  bool dry_run = false;
  bool yes = false;
  int parallel = 8;
};

void Declare(CLI::App& command, DeleteCommand& options) {
  command.add_option("TABLE", options.table, "Name of the table")->required();
  command.add_option("--filter", options.filter, "Entities that match this $filter")
      ->type_name("FILTER");
  command.add_option("--partition", options.partition, "Of this PartitionKey")->type_name("KEY");
  command.add_option("--prefix", options.prefix, "Of PartitionKeys that begin with TEXT")
      ->type_name("TEXT");
  command.add_flag("--dry-run", options.dry_run, "Say what would be deleted, and how many");
  command.add_flag("--yes,-y", options.yes, "Do not ask");
  command.add_option("--parallel", options.parallel, "Transactions in flight. Default: 8")
      ->check(Between(1, 64))
      ->type_name("N");
  AddWaitOption(command, options.connection);
  AddConnectionOptions(command, options.connection);
}

ExitCode RunDelete(const DeleteCommand& command) {
  DeleteEntitiesOptions options;
  options.filter = tables::Filter(command.filter);
  if (command.partition) {
    options.filter = tables::Where("PartitionKey") == *command.partition && options.filter;
  }
  if (!command.prefix.empty()) {
    options.filter = tables::Where("PartitionKey").StartsWith(command.prefix) && options.filter;
  }
  if (options.filter.IsEmpty()) {
    throw CommandError(ExitCode::kUsage,
                       "say which entities by --filter, --partition or --prefix; `rowhouse table "
                       "clear` deletes all");
  }
  options.dry_run = command.dry_run;
  options.parallel = static_cast<std::size_t>(command.parallel);
  const auto table = Connect(command.connection).GetTableClient(command.table);
  const std::string question =
      fmt::format("Delete the entities of {} with {}?", table.Url(), options.filter.ToString());
  if (!command.dry_run && !ConfirmUnless(command.yes, question)) return ExitCode::kInterrupted;
  return DeleteEntities(table, options);
}

}  // namespace

void RegisterDelete(CLI::App& parent, Program& program) {
  AddCommand(parent, program, "delete", "Delete the entities that match a filter", Declare,
             RunDelete);
}

}  // namespace rowhouse::cli
