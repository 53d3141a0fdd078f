#include "samples/cli/app.h"

#include "samples/cli/access_commands.h"
#include "samples/cli/completion_command.h"
#include "samples/cli/copy_command.h"
#include "samples/cli/count_command.h"
#include "samples/cli/delete_command.h"
#include "samples/cli/entity_commands.h"
#include "samples/cli/export_command.h"
#include "samples/cli/hotspot_commands.h"
#include "samples/cli/import_command.h"
#include "samples/cli/keys.h"
#include "samples/cli/outcome/command_error.h"
#include "samples/cli/query_command.h"
#include "samples/cli/repartition_command.h"
#include "samples/cli/server_commands.h"
#include "samples/cli/table_commands.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace rowhouse::cli {
namespace {

constexpr std::size_t kDescriptionColumn = 29;

constexpr std::string_view kPurpose =
    "rowhouse works with the tables of a Rowhouse server or of the cloud's Table service.\n"
    "Without credentials it talks to the development account on 127.0.0.1:10002.";

constexpr std::string_view kExitCodes =
    "Credentials come from one place, the first that has any: the command line, --profile,\n"
    "$AZURE_STORAGE_CONNECTION_STRING, the section [default] of the config file\n"
    "(~/.config/rowhouse/config), the development account.\n"
    "\n"
    "Exit codes:\n"
    "  0 done   1 failed   2 command line refused   3 not found   4 exists or has changed\n"
    "  5 credentials refused   6 server not reached or busy   7 done in part: see the message\n"
    "  8 a check found something   130 interrupted by Ctrl-C\n"
    "\n"
    "rowhouse COMMAND --help shows the options of a command.";

ExitCode Refuse(std::string_view message) {
  fmt::print(stderr, "rowhouse: {}\nrowhouse --help shows all commands.\n", message);
  return ExitCode::kUsage;
}

ExitCode Act(const Program& program) {
  try {
    return program.action ? program.action() : Refuse("no command was given");
  } catch (const std::exception& error) {
    const Explanation explanation = Explain(error);
    fmt::print(stderr, "rowhouse: {}\n", explanation.text);
    return explanation.code;
  }
}

}  // namespace

void Register(CLI::App& app, Program& program) {
  app.get_formatter()->column_width(kDescriptionColumn);
  app.set_version_flag("--version", "rowhouse " ROWHOUSE_VERSION);
  app.require_subcommand(1);
  RegisterTable(app, program);
  RegisterEntity(app, program);
  RegisterQuery(app, program);
  RegisterCount(app, program);
  RegisterDelete(app, program);
  RegisterImport(app, program);
  RegisterExport(app, program);
  RegisterCopy(app, program);
  RegisterRepartition(app, program);
  RegisterAccess(app, program);
  RegisterHotspots(app, program);
  RegisterServer(app, program);
  RegisterKeys(app, program);
  RegisterCompletion(app, program);
  app.footer(std::string(kExitCodes));  // last: subcommands would inherit it
}

ExitCode Run(int argc, const char* const* argv) {
  CLI::App app{std::string(kPurpose), "rowhouse"};
  Program program;
  Register(app, program);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help or --version
    app.exit(success);
    return ExitCode::kSuccess;
  } catch (const CLI::ParseError& error) {
    return Refuse(error.what());
  }
  return Act(program);
}

}  // namespace rowhouse::cli
