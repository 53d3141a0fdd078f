#include "cli/server_commands.h"

#include "cli/admin_client.h"
#include "cli/command.h"
#include "cli/terminal/interrupt.h"
#include "cli/terminal/numbers.h"
#include "cli/terminal/terminal.h"

#include <chrono>
#include <fmt/format.h>
#include <rowhouse/table_service_client.h>
#include <string_view>
#include <thread>

namespace rowhouse::cli {
namespace {

constexpr std::chrono::seconds kPingTimeout{5};
constexpr std::chrono::milliseconds kPingPause{200};

struct ServerCommand {
  ConnectionOptions connection = {};
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

struct PingCommand {
  ConnectionOptions connection = {};
  int wait_seconds = 0;
};

void DeclarePing(CLI::App& command, PingCommand& options) {
  command
      .add_option("--wait", options.wait_seconds,
                  "Try again until it answers, at most so long. Default: once")
      ->check(Between(0, 86'400))
      ->type_name("SECONDS");
  AddConnectionOptions(command, options.connection);
}

// A question that every Table service answers, asked once.
void AskForOneTable(const tables::TableServiceClient& service) {
  tables::ListTablesOptions list;
  list.limit = 1;
  list.page_size = 1;
  list.call.retry = tables::RetryPolicy{.attempts_max = 1};
  list.call.timeout = kPingTimeout;
  service.ListTables(list);
}

ExitCode Ping(const PingCommand& command) {
  using std::chrono::steady_clock;
  const auto service = Connect(command.connection);
  const auto deadline = steady_clock::now() + std::chrono::seconds(command.wait_seconds);
  const InterruptGuard guard;
  for (;;) {
    const auto begin = steady_clock::now();
    try {
      AskForOneTable(service);
      const std::chrono::duration<double, std::milli> elapsed = steady_clock::now() - begin;
      fmt::print("{} answers in {:.1f} ms\n", service.Url(), elapsed.count());
      return ExitCode::kSuccess;
    } catch (const tables::TableError& error) {
      const bool may_come = Explain(error).code == ExitCode::kUnavailable;
      if (!may_come || steady_clock::now() + kPingPause >= deadline) throw;
    }
    if (Interrupted()) return ExitCode::kInterrupted;
    std::this_thread::sleep_for(kPingPause);
  }
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

constexpr std::string_view kLeftOut =
    "Access policies and service properties are not in a backup: a policy that was removed\n"
    "since, so that its signatures end, would be in force again. `acl set` replaces them.";

struct BackupCommand {
  ConnectionOptions connection = {};
  std::string name = {};
  std::string table = {};
  std::string as = {};
  bool removes = false;
  bool yes = false;
};

void DeclareBackup(CLI::App& command, BackupCommand& options) {
  command.add_option("NAME", options.name, "What to call the backup, or which one to look for");
  command.add_option("--table", options.table, "Only this table. Default: all of the account")
      ->type_name("NAME");
  command.add_flag("--delete", options.removes, "Delete the backup NAME");
  command.add_flag("--yes,-y", options.yes, "With --delete: do not ask");
  AddAdminOptions(command, options.connection);
  command.footer(std::string(kLeftOut));
}

void DeclareRestore(CLI::App& command, BackupCommand& options) {
  command.add_option("NAME", options.name, "Name of the backup")->required();
  command.add_option("TABLE", options.table, "The table to bring back")->required();
  command.add_option("--as", options.as, "Name of the table to make. Default: the same")
      ->type_name("NAME");
  AddAdminOptions(command, options.connection);
  command.footer(std::string(kLeftOut));
}

std::string CopyText(simdjson::dom::element copy) {
  return fmt::format("{}: {}\n", Printable(TextOf(copy, "table")),
                     Entities(static_cast<std::size_t>(NumberOf(copy, "entities"))));
}

ExitCode ListBackups(const AdminClient& admin) {
  const AdminAnswer answer = admin.Get("backups", {{"account", admin.Account()}});
  for (const simdjson::dom::element backup : ListOf(answer.Root(), "backups")) {
    fmt::print("{}  {}  {}\n", Printable(TextOf(backup, "name")), TextOf(backup, "created"),
               BytesText(static_cast<std::uint64_t>(NumberOf(backup, "bytes"))));
  }
  return ExitCode::kSuccess;
}

ExitCode DeleteBackup(const AdminClient& admin, const BackupCommand& command) {
  if (command.name.empty() || !command.table.empty()) {
    throw CommandError(ExitCode::kUsage, "--delete: give the NAME of a backup and no table");
  }
  const std::string question = fmt::format("Delete the backup {} of {} at {}?", command.name,
                                           admin.Account(), admin.Origin());
  if (!ConfirmUnless(command.yes, question)) return ExitCode::kInterrupted;
  admin.Delete("backup", {{"account", admin.Account()}, {"name", command.name}});
  return ExitCode::kSuccess;
}

ExitCode Backup(const BackupCommand& command) {
  const AdminClient admin(command.connection);
  if (command.removes) return DeleteBackup(admin, command);
  if (command.name.empty()) return ListBackups(admin);
  AdminQuery query = {{"account", admin.Account()}, {"name", command.name}};
  if (!command.table.empty()) query.emplace_back("table", command.table);
  const AdminAnswer answer = admin.Post("backup", query);
  for (const simdjson::dom::element copy : ListOf(answer.Root(), "tables")) {
    fmt::print("{}", CopyText(copy));
  }
  return ExitCode::kSuccess;
}

// Never over an existing table: the server refuses, and says what to do.
ExitCode Restore(const BackupCommand& command) {
  const AdminClient admin(command.connection);
  AdminQuery query = {
      {"account", admin.Account()}, {"name", command.name}, {"table", command.table}};
  if (!command.as.empty()) query.emplace_back("as", command.as);
  fmt::print("{}", CopyText(admin.Post("restore", query).Root()));
  return ExitCode::kSuccess;
}

}  // namespace

void RegisterServer(CLI::App& parent, Program& program) {
  AddCommand(parent, program, "ping", "Ask whether the service answers", DeclarePing, Ping);
  AddCommand(parent, program, "stats", "State of the secondary location", DeclareStats, Stats);
  AddCommand(parent, program, "backup",
             "Back up tables on their Rowhouse server; without a name list backups", DeclareBackup,
             Backup);
  AddCommand(parent, program, "restore", "Bring back a table from a backup on its Rowhouse server",
             DeclareRestore, Restore);
  AddCommand(parent, program, "reset",
             "Delete all tables of an account of a Rowhouse server that allows it", DeclareReset,
             Reset);
}

}  // namespace rowhouse::cli
