#include "cli/completion_command.h"

#include "cli/command.h"

#include <fmt/format.h>
#include <functional>

namespace rowhouse::cli {
namespace {

using Visit = std::function<void(const std::string& path, const CLI::App& command)>;

// `command` and all below it; the path of `rowhouse table list` is "table list".
void ForEachCommand(const CLI::App& command, const std::string& path, const Visit& visit) {
  visit(path, command);
  for (const CLI::App* below : command.get_subcommands({})) {
    ForEachCommand(*below, path.empty() ? below->get_name() : path + " " + below->get_name(),
                   visit);
  }
}

// The words that can follow a command: the commands below it and its options.
std::string WordsBehind(const CLI::App& command) {
  std::string words;
  for (const CLI::App* below : command.get_subcommands({})) words += below->get_name() + " ";
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) words += "--" + name + " ";
  }
  if (!words.empty()) words.pop_back();
  return words;
}

std::string CasesOf(const CLI::App& app) {
  std::string cases;
  ForEachCommand(app, "", [&cases](const std::string& path, const CLI::App& command) {
    cases += fmt::format("    '{}') candidates='{}' ;;\n", path, WordsBehind(command));
  });
  return cases;
}

// The path of a command line is its longest run of words that is a command.
constexpr std::string_view kBash =
    R"(# bash completion for rowhouse: source <(rowhouse completion bash)
_rowhouse_words() {{
  case "$1" in
{}    *) return 1 ;;
  esac
}}
_rowhouse() {{
  local path= candidates= word next=
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    next="${{path:+$path }}$word"
    _rowhouse_words "$next" && path=$next
  done
  _rowhouse_words "$path"
  COMPREPLY=($(compgen -W "$candidates" -- "${{COMP_WORDS[COMP_CWORD]}}"))
  [[ ${{#COMPREPLY[@]}} -gt 0 ]] || COMPREPLY=($(compgen -f -- "${{COMP_WORDS[COMP_CWORD]}}"))
}}
complete -F _rowhouse rowhouse
)";

constexpr std::string_view kZsh = R"(#compdef rowhouse
# zsh completion for rowhouse: source <(rowhouse completion zsh)
_rowhouse_words() {{
  case "$1" in
{}    *) return 1 ;;
  esac
}}
_rowhouse() {{
  local path_of= candidates= word next=
  for word in "${{(@)words[2,CURRENT-1]}}"; do
    next="${{path_of:+$path_of }}$word"
    _rowhouse_words "$next" && path_of=$next
  done
  _rowhouse_words "$path_of"
  compadd -- ${{=candidates}} || _files
}}
compdef _rowhouse rowhouse
)";

// As one word of fish.
std::string InQuotes(std::string_view text) {
  std::string result = "'";
  for (const char letter : text) {
    if (letter == '\'' || letter == '\\') result += '\\';
    result += letter;
  }
  return result + "'";
}

std::string FishLines(const CLI::App& app) {
  std::string lines =
      "# fish completion for rowhouse: rowhouse completion fish | source\n"
      "complete -c rowhouse -e\n";
  ForEachCommand(app, "", [&lines](const std::string& path, const CLI::App& command) {
    std::string condition = "__fish_use_subcommand";
    std::string at_once = condition;  // the next word is that of a command below
    if (!path.empty()) {
      at_once = fmt::format("string match -rq '^rowhouse {} +[^ ]*\\$' -- (commandline -cp)", path);
      condition = fmt::format("string match -rq '^rowhouse {} ' -- (commandline -cp)", path);
    }
    for (const CLI::App* below : command.get_subcommands({})) {
      lines += fmt::format("complete -c rowhouse -f -n \"{}\" -a {} -d {}\n", at_once,
                           below->get_name(), InQuotes(below->get_description()));
    }
    for (const CLI::Option* option : command.get_options()) {
      for (const std::string& name : option->get_lnames()) {
        lines += fmt::format("complete -c rowhouse -n \"{}\" -l {}{}\n", condition, name,
                             option->get_type_size() > 0 ? " -r" : "");
      }
    }
  });
  return lines;
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
      if (option->get_group().starts_with("Connection")) continue;
      page += fmt::format(".TP\n.B {}\n{}\n", Troff(OptionTitle(*option)),
                          Troff(option->get_description()));
    }
  });
  page += ".SH CONNECTION OPTIONS\nOf all commands that talk to a service:\n";
  for (const CLI::Option* option : app.get_subcommand("count")->get_options()) {
    if (option->get_group() != "Connection") continue;
    page += fmt::format(".TP\n.B {}\n{}\n", Troff(OptionTitle(*option)),
                        Troff(option->get_description()));
  }
  return page + ".SH NOTES\n.nf\n" + Troff(app.get_footer()) + "\n.fi\n";
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
  add(*completion, "bash", "source <(rowhouse completion bash)",
      [&parent] { return fmt::format(fmt::runtime(kBash), CasesOf(parent)); });
  add(*completion, "zsh", "source <(rowhouse completion zsh)",
      [&parent] { return fmt::format(fmt::runtime(kZsh), CasesOf(parent)); });
  add(*completion, "fish", "rowhouse completion fish | source",
      [&parent] { return FishLines(parent); });
  add(parent, "man", "Print the manual page: rowhouse man | man -l -",
      [&parent] { return ManPage(parent); });
}

}  // namespace rowhouse::cli
