#include "cli/completion_command.h"

#include "cli/command.h"
#include "cli/help/candidates.h"
#include "cli/help/help_formatter.h"

#include <array>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace rowhouse::cli {
namespace {

constexpr int kCompletionSeconds = 2;  // nobody waits longer for a list

// Shells, and how each turns completion on.
constexpr std::array<std::pair<const char*, const char*>, 4> kShells = {{
    {"bash", "source <(rowhouse completion bash)"},
    {"zsh", "source <(rowhouse completion zsh)"},
    {"fish", "rowhouse completion fish | source"},
    {"powershell", "rowhouse completion powershell | Out-String | Invoke-Expression"},
}};

using Visit = std::function<void(const std::string& path, const CLI::App& command)>;

// `command` and all below it; the path of `rowhouse table list` is "table list".
void ForEachCommand(const CLI::App& command, const std::string& path, const Visit& visit) {
  visit(path, command);
  for (const CLI::App* below : command.get_subcommands({})) {
    if (below->get_group().empty()) continue;  // for scripts only
    ForEachCommand(*below, path.empty() ? below->get_name() : path + " " + below->get_name(),
                   visit);
  }
}

// Text as troff takes it: no line begins with a dot, backslashes and dashes are themselves.
std::string Troff(const std::string& text) {
  std::string result;
  for (const char letter : text) {
    if ((letter == '.' || letter == '\'') && (result.empty() || result.back() == '\n')) {
      result += "\\&";
    }
    if (letter == '\\' || letter == '-') result += '\\';
    result += letter;
  }
  return result;
}

std::string OptionTitle(const CLI::Option& option) {
  std::string title = option.get_name(option.get_positional());
  const std::string type = option.get_type_name();
  if (!option.get_positional() && option.get_type_size() > 0 && !type.empty()) title += " " + type;
  return title;
}

std::string ManPage(const CLI::App& app) {
  std::string page = fmt::format(
      ".TH ROWHOUSE 1 \"\" \"rowhouse {}\" \"User Commands\"\n.SH NAME\n"
      "rowhouse \\- tables of a Rowhouse server or of the cloud's Table service\n"
      ".SH SYNOPSIS\n.B rowhouse\nCOMMAND [ARGUMENT]... [OPTION]...\n.SH DESCRIPTION\n{}\n"
      ".SH COMMANDS\n",
      ROWHOUSE_VERSION, Troff(app.get_description()));
  ForEachCommand(app, "", [&page](const std::string& path, const CLI::App& command) {
    if (path.empty() || !command.get_subcommands({}).empty()) return;
    page += fmt::format(".SS {}\n{}.\n", Troff(path), Troff(command.get_description()));
    for (const CLI::Option* option : command.get_options()) {
      if (option->get_lnames() == std::vector<std::string>{"help"}) continue;
      if (option->get_group().starts_with(kConnectionGroup)) continue;
      page += fmt::format(".TP\n.B {}\n{}\n", Troff(OptionTitle(*option)),
                          Troff(option->get_description()));
    }
  });
  page += ".SH CONNECTION OPTIONS\nOf all commands that talk to a service:\n";
  for (const CLI::Option* option : app.get_subcommand("count")->get_options()) {
    if (option->get_group() != kConnectionGroup) continue;
    page += fmt::format(".TP\n.B {}\n{}\n", Troff(OptionTitle(*option)),
                        Troff(option->get_description()));
  }
  return page + ".SH NOTES\n.nf\n" + Troff(app.get_footer()) + "\n.fi\n";
}

// The connection that a command line being typed names so far.
ConnectionOptions ConnectionIn(std::vector<std::string> words) {
  for (;; words.pop_back()) {  // the last option may still be without its value
    CLI::App app;
    ConnectionOptions options;
    AddConnectionOptions(app, options);
    app.allow_extras();
    try {
      app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
      return options;
    } catch (const CLI::ParseError&) {
      if (words.empty()) return {};
    }
  }
}

// Names that the service or the config file has. None where they cannot be had soon.
std::vector<std::string> NamesOf(NameKind kind, const std::vector<std::string>& words) {
  ConnectionOptions connection = ConnectionIn(words);
  connection.timeout_seconds = kCompletionSeconds;
  try {
    if (kind == NameKind::kTable) return Connect(connection).ListTables();
    std::vector<std::string> profiles;
    for (const auto& [name, section] : ReadConfig(connection)) profiles.push_back(name);
    return profiles;
  } catch (const std::exception&) {
    return {};
  }
}

// `words` are those of a command line; the last, behind a plus, is the one being typed.
ExitCode PrintCandidates(const CLI::App& app, std::vector<std::string> words) {
  if (words.empty() || !words.back().starts_with('+')) {
    throw CommandError(ExitCode::kUsage, "the last word is the one to complete, after a plus");
  }
  const std::string last = words.back().substr(1);
  words.pop_back();
  const Candidates found = CandidatesFor(app, words, last);
  for (const std::string& word : found.words) fmt::print("{}\n", word);
  if (found.names == NameKind::kNone) return ExitCode::kSuccess;
  for (const std::string& name : NamesOf(found.names, words)) {
    if (name.starts_with(last)) fmt::print("{}\n", name);
  }
  return ExitCode::kSuccess;
}

// What the scripts ask; in no list of commands.
void RegisterComplete(CLI::App& parent, Program& program) {
  CLI::App* const complete =
      parent.add_subcommand("complete", "What can be the next word, for completion scripts");
  complete->group("");
  const auto words = std::make_shared<std::vector<std::string>>();
  complete->add_option("WORD", *words, "The words so far; the last one after a plus")->required();
  complete->callback([&parent, &program, words] {
    program.action = [&parent, words] { return PrintCandidates(parent, *words); };
  });
}

}  // namespace

void RegisterCompletion(CLI::App& parent, Program& program) {
  CLI::App* const completion =
      parent.add_subcommand("completion", "Print a completion script for a shell");
  completion->require_subcommand(1);
  const auto add = [&](CLI::App& above, const char* name, const char* about,
                       const std::function<std::string()>& text) {
    above.add_subcommand(name, about)->callback([&program, text] {
      program.action = [text] {
        fmt::print("{}", text());
        return ExitCode::kSuccess;
      };
    });
  };
  for (const auto& [shell, use] : kShells) {
    add(*completion, shell, use, [shell = shell] { return std::string(CompletionScript(shell)); });
  }
  RegisterComplete(parent, program);
  add(parent, "man", "Print the manual page: rowhouse man | man -l -",
      [&parent] { return ManPage(parent); });
}

}  // namespace rowhouse::cli
