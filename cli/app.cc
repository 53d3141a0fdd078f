#include "cli/app.h"

#include "cli/access_commands.h"
#include "cli/completion_command.h"
#include "cli/copy_command.h"
#include "cli/count_command.h"
#include "cli/delete_command.h"
#include "cli/entity_commands.h"
#include "cli/export_command.h"
#include "cli/hotspot_commands.h"
#include "cli/import_command.h"
#include "cli/keys.h"
#include "cli/outcome/command_error.h"
#include "cli/operator_commands.h"
#include "cli/query_command.h"
#include "cli/repartition_command.h"
#include "cli/server_commands.h"
#include "cli/table_commands.h"
#include "cli/terminal/terminal.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fmt/format.h>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

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
    "$HTTPS_PROXY, $HTTP_PROXY and $NO_PROXY say whether requests go through a proxy.\n"
    "\n"
    "Exit codes:\n"
    "  0 done   1 failed   2 command line refused   3 not found   4 exists or has changed\n"
    "  5 credentials refused   6 server not reached or busy   7 done in part: see the message\n"
    "  8 a check found something   130 interrupted by Ctrl-C\n"
    "\n"
    "rowhouse COMMAND --help shows the options of a command.";

ExitCode Refuse(std::string_view message) {
  fmt::print(stderr, "rowhouse: {}\nrowhouse --help shows all commands.\n",
             PrintableLines(message));
  return ExitCode::kUsage;
}

// "table drop" of such a command line; empty when it begins with a command.
std::string UnknownCommand(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* at = &app;
  std::string path;
  for (const std::string& word : words) {
    const auto below = at->get_subcommands({});
    if (word.starts_with('-') || below.empty()) return {};
    path += (path.empty() ? "" : " ") + word;
    const auto found =
        std::ranges::find(below, word, [](const CLI::App* one) { return one->get_name(); });
    if (found == below.end()) return path;
    at = *found;
  }
  return {};
}

// The names of unknown options. The text after one may be a key and is not shown.
std::string UnknownOptions(const CLI::App& app) {
  std::string names;
  for (const std::string& word : app.remaining(true)) {
    if (word.starts_with('-'))
      names += (names.empty() ? "" : ", ") + word.substr(0, word.find('='));
  }
  return names;
}

// Why the command line cannot be understood.
std::string Describe(const CLI::App& app, const CLI::ParseError& error,
                     const std::vector<std::string>& words) {
  if (const std::string command = UnknownCommand(app, words); !command.empty()) {
    return "unknown command '" + command + "'";
  }
  const std::string options = UnknownOptions(app);
  return options.empty() ? error.what() : "unknown option " + options;
}

// `code`, unless what was printed is lost.
ExitCode WithOutput(ExitCode code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  fmt::print(stderr, "rowhouse: stdout cannot be written: {}\n", std::strerror(errno));
  return code == ExitCode::kSuccess ? ExitCode::kFailure : code;
}

ExitCode Act(const Program& program) {
  try {
    return program.action ? WithOutput(program.action()) : Refuse("no command was given");
  } catch (const std::exception& error) {
    const Explanation explanation = Explain(error);
    std::fflush(stdout);
    fmt::print(stderr, "rowhouse: {}\n", PrintableLines(explanation.text));
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
  RegisterOperator(app, program);
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
    std::cout.flush();
    return WithOutput(ExitCode::kSuccess);
  } catch (const CLI::ParseError& error) {
    return Refuse(Describe(app, error, {argv + 1, argv + argc}));
  }
  return Act(program);
}

}  // namespace rowhouse::cli
