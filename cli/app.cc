#include "cli/app.h"

#include "base/version_line.h"
#include "cli/access_commands.h"
#include "cli/completion_command.h"
#include "cli/copy_command.h"
#include "cli/count_command.h"
#include "cli/delete_command.h"
#include "cli/describe_command.h"
#include "cli/entity_commands.h"
#include "cli/export_command.h"
#include "cli/help/command_words.h"
#include "cli/help/examples.h"
#include "cli/help/help_formatter.h"
#include "cli/hotspot_commands.h"
#include "cli/import_command.h"
#include "cli/keys.h"
#include "cli/operator_commands.h"
#include "cli/outcome/command_error.h"
#include "cli/query_command.h"
#include "cli/repartition_command.h"
#include "cli/server_commands.h"
#include "cli/table_commands.h"
#include "cli/terminal/terminal.h"

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fmt/format.h>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse::cli {
namespace {

constexpr std::size_t kDescriptionColumn = 29;

constexpr const char* kVersion = "rowhouse " ROWHOUSE_VERSION;

constexpr std::string_view kPurpose =
    "rowhouse works with the tables of a Rowhouse server or of the cloud's Table service.\n"
    "Without credentials it talks to the development account on 127.0.0.1:10002.";

constexpr std::string_view kExitCodes =
    "Exit codes:\n"
    "  0 done   1 failed   2 command line refused   3 not found   4 exists or has changed\n"
    "  5 credentials refused   6 server not reached or busy   7 done in part: see the message\n"
    "  8 a check found something   130 interrupted by Ctrl-C\n"
    "\n"
    "rowhouse help COMMAND shows the options and examples of a command, rowhouse help connection\n"
    "where credentials come from: options, --profile, $AZURE_STORAGE_CONNECTION_STRING, ...";

// `command` is its name, "table list"; empty: all of them.
ExitCode Refuse(std::string_view message, const std::string& command) {
  fmt::print(stderr, "rowhouse: {}\n{}\n", PrintableLines(message),
             command.empty() ? "rowhouse help shows all commands."
                             : "rowhouse help " + command + " shows its options.");
  return ExitCode::kUsage;
}

// What `rowhouse help WORDS` prints.
std::string HelpFor(const CLI::App& app, const std::vector<std::string>& words) {
  if (words == std::vector<std::string>{"connection"}) {
    return ConnectionPage(*app.get_subcommand("count"));
  }
  if (const std::string unknown = UnknownCommand(app, words); !unknown.empty()) {
    throw CommandError(ExitCode::kUsage, unknown);
  }
  std::string path = app.get_name();
  const CLI::App& command = CommandOf(app, words);
  for (const std::string& word : words) path += " " + word;
  return command.get_formatter()->make_help(&command, path, CLI::AppFormatMode::Normal);
}

void RegisterHelp(CLI::App& app, Program& program) {
  CLI::App* const help = app.add_subcommand("help", "Show what a command does, or `connection`");
  const auto words = std::make_shared<std::vector<std::string>>();
  help->add_option("COMMAND", *words, "Its name. Default: all commands, in short");
  help->callback([&app, &program, words] {
    program.action = [&app, words] {
      fmt::print("{}", HelpFor(app, *words));
      return ExitCode::kSuccess;
    };
  });
  app.add_subcommand("version", "Show the version")->callback([&program] {
    program.action = [&program] {
      fmt::print("{}\n", WithCommit(kVersion, program.commit));
      return ExitCode::kSuccess;
    };
  });
}

// Why the command line cannot be understood.
std::string Describe(const CLI::App& app, const CLI::ParseError& error,
                     const std::vector<std::string>& words) {
  std::string unknown = UnknownCommand(app, words);
  if (unknown.empty()) unknown = UnknownOptions(app, words);
  return unknown.empty() ? error.what() : unknown;
}

// `code`, unless what was printed is lost.
ExitCode WithOutput(ExitCode code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  fmt::print(stderr, "rowhouse: stdout cannot be written: {}\n", std::strerror(errno));
  return code == ExitCode::kSuccess ? ExitCode::kFailure : code;
}

ExitCode Act(const Program& program) {
  try {
    return program.action ? WithOutput(program.action()) : Refuse("no command was given", "");
  } catch (const std::exception& error) {
    const Explanation explanation = Explain(error);
    std::fflush(stdout);
    fmt::print(stderr, "rowhouse: {}\n", PrintableLines(explanation.text));
    return explanation.code;
  }
}

}  // namespace

void Register(CLI::App& app, Program& program) {
  app.formatter(std::make_shared<HelpFormatter>());
  app.get_formatter()->column_width(kDescriptionColumn);
  app.set_version_flag("--version", WithCommit(kVersion, program.commit));
  app.require_subcommand(1);
  RegisterTable(app, program);
  RegisterEntity(app, program);
  RegisterQuery(app, program);
  RegisterCount(app, program);
  RegisterDescribe(app, program);
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
  RegisterHelp(app, program);
  AddExamples(app);
  app.footer(std::string(kExitCodes));  // last: subcommands would inherit it
}

ExitCode Run(int argc, const char* const* argv, std::string_view commit) {
  CLI::App app{std::string(kPurpose), "rowhouse"};
  Program program{.commit = std::string(commit)};
  Register(app, program);
  const auto words = WithCommandFirst(app, {argv + 1, argv + argc});
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::Success& success) {  // --help or --version
    app.exit(success);
    std::cout.flush();
    return WithOutput(ExitCode::kSuccess);
  } catch (const CLI::ParseError& error) {
    std::size_t used = 0;
    CommandOf(app, words, &used);
    const auto named = words.begin() + static_cast<std::ptrdiff_t>(used);
    return Refuse(Describe(app, error, words),
                  fmt::format("{}", fmt::join(words.begin(), named, " ")));
  }
  return Act(program);
}

}  // namespace rowhouse::cli
