#include "cli/table_commands.h"

#include "cli/command.h"
#include "cli/delete_entities.h"

#include <fmt/format.h>
#include <iterator>

namespace rowhouse::cli {
namespace {

struct ListOptions {
  ConnectionOptions connection = {};
  std::string prefix = {};
};

void DeclareList(CLI::App& command, ListOptions& options) {
  command.add_option("--prefix", options.prefix, "Only names that begin with TEXT")
      ->type_name("TEXT");
  AddConnectionOptions(command, options.connection);
}

ExitCode List(const ListOptions& options) {
  tables::ListTablesOptions list;
  list.prefix = options.prefix;
  for (const std::string& name : Connect(options.connection).ListTables(list)) {
    fmt::print("{}\n", name);
  }
  return ExitCode::kSuccess;
}

struct NamesOptions {
  ConnectionOptions connection = {};
  std::vector<std::string> names = {};
  bool tolerant = false;
  bool yes = false;
};

void DeclareCreate(CLI::App& command, NamesOptions& options) {
  command.add_option("TABLE", options.names, "Names of the tables")->required();
  command.add_flag("--if-missing", options.tolerant, "Succeed if it already exists");
  AddConnectionOptions(command, options.connection);
}

ExitCode Create(const NamesOptions& options) {
  const auto service = Connect(options.connection);
  for (const std::string& name : options.names) {
    if (!options.tolerant) {
      service.CreateTable(name);
    } else if (!service.GetTableClient(name).CreateIfNotExists()) {
      fmt::print(stderr, "{} already exists\n", name);
    }
  }
  return ExitCode::kSuccess;
}

void DeclareDeletion(CLI::App& command, NamesOptions& options) {
  command.add_option("TABLE", options.names, "Names of the tables")->required();
  command.add_flag("--if-exists", options.tolerant, "Succeed if it does not exist");
  command.add_flag("--yes,-y", options.yes, "Do not ask");
  AddConnectionOptions(command, options.connection);
}

ExitCode DeleteTables(const NamesOptions& options) {
  const auto service = Connect(options.connection);
  const std::string question = fmt::format("Delete {} with all entities from {}?",
                                           fmt::join(options.names, ", "), service.Url());
  if (!ConfirmUnless(options.yes, question)) return ExitCode::kInterrupted;
  for (const std::string& name : options.names) {
    if (!options.tolerant) {
      service.DeleteTable(name);
    } else if (!service.GetTableClient(name).DeleteTableIfExists()) {
      fmt::print(stderr, "{} did not exist\n", name);
    }
  }
  return ExitCode::kSuccess;
}

struct ClearOptions {
  ConnectionOptions connection = {};
  std::string name = {};
  bool recreate = false;
  bool yes = false;
};

void DeclareClear(CLI::App& command, ClearOptions& options) {
  command.add_option("TABLE", options.name, "Name of the table")->required();
  command.add_flag("--recreate", options.recreate,
                   "Delete the table and recreate it with its access policies:\n"
                   "instant, but the cloud keeps the name busy for some 40 s");
  command.add_flag("--yes,-y", options.yes, "Do not ask");
  AddConnectionOptions(command, options.connection);
}

ExitCode Clear(const ClearOptions& options) {
  const auto table = Connect(options.connection).GetTableClient(options.name);
  const std::string question = fmt::format("Delete all entities of {}?", table.Url());
  if (!ConfirmUnless(options.yes, question)) return ExitCode::kInterrupted;
  if (!options.recreate) return DeleteEntities(table, {.everything = true});
  const auto policies = table.GetAccessPolicies();
  table.DeleteTable();
  table.Create();
  if (!policies.empty()) table.SetAccessPolicies(policies);
  return ExitCode::kSuccess;
}

}  // namespace

void RegisterTable(CLI::App& parent, Program& program) {
  CLI::App* const table = parent.add_subcommand("table", "List, create, delete and clear tables");
  table->require_subcommand(1);
  AddCommand(*table, program, "list", "Names of the tables, one a line", DeclareList, List);
  AddCommand(*table, program, "create", "Create tables", DeclareCreate, Create);
  AddCommand(*table, program, "delete", "Delete tables with all that is in them", DeclareDeletion,
             DeleteTables);
  AddCommand(*table, program, "clear", "Delete all entities of a table", DeclareClear, Clear);
}

}  // namespace rowhouse::cli
