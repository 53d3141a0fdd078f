#include "cli/access_commands.h"

#include "cli/command.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/text_table.h"
#include "signing/ip_range.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <rowhouse/sas.h>
#include <string_view>
#include <unistd.h>

namespace rowhouse::cli {
namespace {

using tables::DateTime;

// "2026-01-01T00:00Z", or a time from now: "90m", "12h", "30d".
std::optional<DateTime> ParseTime(const std::string& text) {
  if (text.empty()) return std::nullopt;
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end + 1 == text.data() + text.size()) {
    using std::chrono::hours;
    switch (*end) {
      case 'm':
        return DateTime::Now() + std::chrono::minutes(number);
      case 'h':
        return DateTime::Now() + hours(number);
      case 'd':
        return DateTime::Now() + hours(24 * number);
      default:
        break;
    }
  }
  const auto time = DateTime::Parse(text);
  if (!time) {
    throw CommandError(ExitCode::kUsage,
                       fmt::format("'{}' is not a time: write 2026-12-31T23:59Z, or 90m, 12h, 30d "
                                   "from now",
                                   text));
  }
  return time;
}

// The permissions of a table, in the order that the service requires, and of an account, in the
// order that its documentation uses.
constexpr std::string_view kTablePermissions = "raud";
constexpr std::string_view kAccountPermissions = "rwdlacu";

// Sorts the letters of `permissions`; letters that are not in `order` come last.
std::string InOrder(std::string permissions, std::string_view order) {
  std::stable_sort(permissions.begin(), permissions.end(),
                   [order](char left, char right) { return order.find(left) < order.find(right); });
  return permissions;
}

void CheckAddresses(const std::string& range) {
  if (range.empty() || IpRange::Parse(range)) return;
  throw CommandError(
      ExitCode::kUsage,
      fmt::format("--ip: '{}' is not an IPv4 address or range: write 10.0.0.7 or 10.0.0.1-10.0.0.9",
                  range));
}

void WarnOfThePast(const std::optional<DateTime>& expiry) {
  if (!expiry || DateTime::Now() < *expiry) return;
  fmt::print(stderr,
             "rowhouse: this signature expired at {}; the service will refuse it; give"
             " a later --expiry\n",
             expiry->ToString());
}

struct SasCommand {
  ConnectionOptions connection = {};
  std::string table = {};
  std::string permissions = {};
  std::string policy = {};
  std::string start = {};
  std::string expiry = {};
  std::string ip_range = {};
  bool https_only = false;
  std::optional<std::string> from_partition = {};
  std::optional<std::string> from_row = {};
  std::optional<std::string> to_partition = {};
  std::optional<std::string> to_row = {};
};

void DeclareSas(CLI::App& command, SasCommand& options) {
  command.add_option("TABLE", options.table, "The one table. Default: the whole account");
  command
      .add_option("--permissions", options.permissions,
                  "Letters: r read, a add, u update, d delete; of an account\n"
                  "also w write, l list, c create. Default: r, of an account rl")
      ->type_name("LETTERS");
  command
      .add_option("--expiry", options.expiry,
                  "End: 2026-12-31T23:59Z, or 90m, 12h, 30d from now. Default: 1h")
      ->type_name("TIME");
  command.add_option("--start", options.start, "Begin. Default: at once")->type_name("TIME");
  command
      .add_option("--policy", options.policy,
                  "A policy of the table (`acl set`) that has what is not given\nhere")
      ->type_name("ID");
  command.add_option("--ip", options.ip_range, "Only from there: a.b.c.d or a.b.c.d-e.f.g.h")
      ->type_name("RANGE");
  command.add_flag("--https-only", options.https_only, "Not over plain HTTP");
  const auto key = [&command](const char* name, std::optional<std::string>& value,
                              const char* about) {
    command.add_option(name, value, about)->type_name("KEY");
  };
  key("--from-partition", options.from_partition, "First PartitionKey");
  key("--from-row", options.from_row, "First RowKey, in the first partition");
  key("--to-partition", options.to_partition, "Last PartitionKey, inclusive");
  key("--to-row", options.to_row, "Last RowKey, in the last partition, inclusive");
  AddConnectionOptions(command, options.connection);
}

ExitCode RunSas(const SasCommand& command) {
  const bool by_policy = !command.policy.empty();
  if ((command.from_row && !command.from_partition) || (command.to_row && !command.to_partition)) {
    throw CommandError(ExitCode::kUsage,
                       "--from-row needs --from-partition, --to-row needs --to-partition: a RowKey "
                       "limits nothing by itself");
  }
  if (command.table.empty() && (command.from_partition || command.to_partition || by_policy)) {
    throw CommandError(ExitCode::kUsage,
                       "--policy and limits of keys are of one table: name it before them");
  }
  const auto service = Connect(command.connection);
  tables::SasLimits limits;
  limits.start = ParseTime(command.start);
  limits.expiry = ParseTime(command.expiry.empty() && !by_policy ? "1h" : command.expiry);
  CheckAddresses(command.ip_range);
  limits.ip_range = command.ip_range;
  if (command.https_only) limits.protocol = tables::SasProtocol::kHttpsOnly;
  std::string permissions = command.permissions;
  if (permissions.empty() && !by_policy) permissions = command.table.empty() ? "rl" : "r";
  permissions =
      InOrder(permissions, command.table.empty() ? kAccountPermissions : kTablePermissions);
  WarnOfThePast(limits.expiry);
  try {
    if (command.table.empty()) {
      fmt::print("{}\n", service.SasUrl(tables::AccountSas{permissions, "sco", limits, "t"}));
      return ExitCode::kSuccess;
    }
    tables::TableSas sas{command.table, permissions, limits, command.policy, {}, {}};
    if (command.from_partition) sas.from = {*command.from_partition, command.from_row};
    if (command.to_partition) sas.to = {*command.to_partition, command.to_row};
    fmt::print("{}\n", service.GetTableClient(command.table).SasUrl(sas));
  } catch (const std::logic_error& error) {
    throw CommandError(ExitCode::kUsage, error.what());
  }
  return ExitCode::kSuccess;
}

struct AclCommand {
  ConnectionOptions connection = {};
  std::string table = {};
  std::string id = {};
  std::string permissions = {};
  std::string start = {};
  std::string expiry = {};
};

void DeclareTable(CLI::App& command, AclCommand& options) {
  command.add_option("TABLE", options.table, "Name of the table")->required();
  AddConnectionOptions(command, options.connection);
}

void DeclareRemove(CLI::App& command, AclCommand& options) {
  command.add_option("TABLE", options.table, "Name of the table")->required();
  command.add_option("ID", options.id, "Name of the policy")->required();
  AddConnectionOptions(command, options.connection);
}

void DeclareSet(CLI::App& command, AclCommand& options) {
  DeclareRemove(command, options);
  command.add_option("--permissions", options.permissions, "Letters of raud")->type_name("LETTERS");
  command.add_option("--start", options.start, "Begin, as for `sas`")->type_name("TIME");
  command.add_option("--expiry", options.expiry, "End, as for `sas`")->type_name("TIME");
}

ExitCode ListPolicies(const AclCommand& command) {
  const auto policies =
      Connect(command.connection).GetTableClient(command.table).GetAccessPolicies();
  TextTable table;
  for (const char* title : {"Policy", "Permissions", "Start", "Expiry"}) table.AddColumn(title);
  for (const tables::AccessPolicy& policy : policies) {
    table.AddRow({policy.id, policy.permissions, policy.start ? policy.start->ToString() : "",
                  policy.expiry ? policy.expiry->ToString() : ""});
  }
  fmt::print("{}", table.ToString(TerminalOf(STDOUT_FILENO)));
  return ExitCode::kSuccess;
}

// Policies are read and written as a whole.
ExitCode SetPolicy(const AclCommand& command) {
  const auto table = Connect(command.connection).GetTableClient(command.table);
  auto policies = table.GetAccessPolicies();
  std::erase_if(policies, [&](const auto& policy) { return policy.id == command.id; });
  policies.push_back({command.id, ParseTime(command.start), ParseTime(command.expiry),
                      InOrder(command.permissions, kTablePermissions)});
  table.SetAccessPolicies(policies);
  return ExitCode::kSuccess;
}

ExitCode RemovePolicy(const AclCommand& command) {
  const auto table = Connect(command.connection).GetTableClient(command.table);
  auto policies = table.GetAccessPolicies();
  if (std::erase_if(policies, [&](const auto& policy) { return policy.id == command.id; }) == 0) {
    throw CommandError(ExitCode::kNotFound,
                       fmt::format("{} has no policy {}; `rowhouse acl list` shows which there are",
                                   command.table, command.id));
  }
  table.SetAccessPolicies(policies);
  return ExitCode::kSuccess;
}

}  // namespace

void RegisterAccess(CLI::App& parent, Program& program) {
  AddCommand(parent, program, "sas", "Make a shared access signature: prints a URL", DeclareSas,
             RunSas);
  CLI::App* const acl = parent.add_subcommand("acl", "Access policies that signatures name");
  acl->require_subcommand(1);
  AddCommand(*acl, program, "list", "Policies of a table", DeclareTable, ListPolicies);
  AddCommand(*acl, program, "set", "Add a policy, or replace it", DeclareSet, SetPolicy);
  AddCommand(*acl, program, "remove", "Remove a policy: its signatures end at once", DeclareRemove,
             RemovePolicy);
}

}  // namespace rowhouse::cli
