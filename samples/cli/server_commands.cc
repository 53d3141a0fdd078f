#include "samples/cli/server_commands.h"

#include "samples/cli/admin_client.h"
#include "samples/cli/command.h"

#include <fmt/format.h>
#include <rowhouse/table_service_client.h>

namespace rowhouse::cli {
namespace {

struct ServerCommand {
  ConnectionOptions connection = {};
  std::string name = {};
  bool yes = false;
};

void DeclareStats(CLI::App& command, ServerCommand& options) {
  AddConnectionOptions(command, options.connection);
}

ExitCode Stats(const ServerCommand& command) {
  const tables::ServiceStatistics statistics = Connect(command.connection).GetStatistics();
  fmt::print("status of the secondary: {}\nlast sync: {}\n", statistics.status,
             statistics.last_sync ? statistics.last_sync->ToString() : "not known");
  return ExitCode::kSuccess;
}

void DeclareReset(CLI::App& command, ServerCommand& options) {
  command.add_flag("--yes,-y", options.yes, "Do not ask");
  AddAdminOptions(command, options.connection);
}

ExitCode Reset(const ServerCommand& command) {
  const AdminClient admin(command.connection);
  const std::string question =
      fmt::format("Delete all tables of {} at {}?", admin.Account(), admin.Origin());
  if (!ConfirmUnless(command.yes, question)) return ExitCode::kInterrupted;
  const AdminAnswer answer = admin.Post("reset", {{"account", admin.Account()}});
  fmt::print("{:.0f} tables deleted\n", NumberOf(answer.Root(), "deleted"));
  return ExitCode::kSuccess;
}

void DeclareBackup(CLI::App& command, ServerCommand& options) {
  command.add_option("NAME", options.name, "Name of the backup in the server's folder of backups")
      ->required();
  AddAdminOptions(command, options.connection);
}

void DeclareRestore(CLI::App& command, ServerCommand& options) {
  DeclareBackup(command, options);
  command.add_flag("--yes,-y", options.yes, "Do not ask");
}

ExitCode Backup(const ServerCommand& command) {
  const AdminClient admin(command.connection);
  const AdminAnswer answer =
      admin.Post("backup", {{"account", admin.Account()}, {"name", command.name}});
  fmt::print("{}\n", answer.Text());
  return ExitCode::kSuccess;
}

ExitCode Restore(const ServerCommand& command) {
  const AdminClient admin(command.connection);
  const std::string question = fmt::format("Restore the tables of {} at {} from {}?",
                                           admin.Account(), admin.Origin(), command.name);
  if (!ConfirmUnless(command.yes, question)) return ExitCode::kInterrupted;
  const AdminAnswer answer =
      admin.Post("restore", {{"account", admin.Account()}, {"name", command.name}});
  fmt::print("{}\n", answer.Text());
  return ExitCode::kSuccess;
}

}  // namespace

void RegisterServer(CLI::App& parent, Program& program) {
  AddCommand(parent, program, "stats", "State of the secondary location", DeclareStats, Stats);
  AddCommand(parent, program, "backup", "Back up an account on its Rowhouse server", DeclareBackup,
             Backup);
  AddCommand(parent, program, "restore", "Bring back a backup on its Rowhouse server",
             DeclareRestore, Restore);
  AddCommand(parent, program, "reset",
             "Delete all tables of an account of a Rowhouse server that allows it", DeclareReset,
             Reset);
}

}  // namespace rowhouse::cli
