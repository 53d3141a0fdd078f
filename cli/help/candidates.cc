#include "cli/help/candidates.h"

#include "cli/help/command_words.h"

#include <algorithm>
#include <cassert>

namespace rowhouse::cli {
namespace {

// "table|json|csv": the values of an option are in the name of their type.
std::vector<std::string> ValuesOf(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  std::vector<std::string> values;
  if (type.find('|') == type.npos) return values;
  for (std::size_t begin = 0; begin <= type.size();) {
    const std::size_t end = std::min(type.find('|', begin), type.size());
    values.push_back(type.substr(begin, end - begin));
    begin = end + 1;
  }
  return values;
}

// The option that `word` names and that a value has to follow; else null.
const CLI::Option* OptionBefore(const CLI::App& command, const std::string& word) {
  if (!word.starts_with('-') || word.find('=') != word.npos) return nullptr;
  const CLI::Option* const option = command.get_option_no_throw(word);
  return option != nullptr && TakesValue(*option) ? option : nullptr;
}

// How many words after the name of the command are neither options nor their values.
std::size_t PositionalsIn(const CLI::App& command, const std::vector<std::string>& words) {
  std::size_t count = 0;
  for (std::size_t place = 0; place < words.size(); ++place) {
    if (OptionBefore(command, words[place]) != nullptr) {
      ++place;
    } else if (!words[place].starts_with('-')) {
      ++count;
    }
  }
  return count;
}

NameKind NamesFor(const CLI::App& command, std::size_t place) {
  const auto positionals =
      command.get_options([](const CLI::Option* option) { return option->get_positional(); });
  if (positionals.empty()) return NameKind::kNone;
  const CLI::Option& last = *positionals.back();
  const bool repeats = last.get_expected_max() > 1;
  if (place >= positionals.size() && !repeats) return NameKind::kNone;
  const CLI::Option& option = place < positionals.size() ? *positionals[place] : last;
  return option.get_name(true) == "TABLE" ? NameKind::kTable : NameKind::kNone;
}

void AddOptions(const CLI::App& command, Candidates& found) {
  for (const CLI::Option* const option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) found.words.push_back("--" + name);
  }
}

Candidates AllFor(const CLI::App& app, const std::vector<std::string>& before,
                  const std::string& last) {
  Candidates found;
  const std::vector<std::string> words = WithCommandFirst(app, before);
  std::size_t used = 0;
  const CLI::App& command = CommandOf(app, words, &used);
  const std::vector<std::string> rest(words.begin() + static_cast<std::ptrdiff_t>(used),
                                      words.end());
  const CLI::Option* const option = rest.empty() ? nullptr : OptionBefore(command, rest.back());
  if (option != nullptr) {
    found.words = ValuesOf(*option);
    if (option->check_lname("profile")) found.names = NameKind::kProfile;
    if (option->check_lname("table")) found.names = NameKind::kTable;
    return found;
  }
  if (last.starts_with('-')) {
    AddOptions(command, found);
    return found;
  }
  for (const CLI::App* const below : command.get_subcommands({})) {
    if (!below->get_group().empty()) found.words.push_back(below->get_name());
  }
  if (!found.words.empty()) return found;
  found.names = NamesFor(command, PositionalsIn(command, rest));
  if (found.names == NameKind::kNone && last.empty()) AddOptions(command, found);
  return found;
}

// The word that is being typed is last and behind a plus: no shell drops it when it is empty.
constexpr std::string_view kBash =
    R"(# bash completion for rowhouse: source <(rowhouse completion bash)
_rowhouse() {
  local IFS=$'\n' word=${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=($("${COMP_WORDS[0]}" complete -- "${COMP_WORDS[@]:1:COMP_CWORD-1}" "+$word" 2>/dev/null))
  [[ ${#COMPREPLY[@]} -gt 0 ]] || COMPREPLY=($(compgen -f -- "$word"))
}
complete -F _rowhouse rowhouse
)";

constexpr std::string_view kZsh = R"(#compdef rowhouse
# zsh completion for rowhouse: source <(rowhouse completion zsh)
_rowhouse() {
  local -a candidates
  candidates=("${(@f)$(${words[1]} complete -- "${(@)words[2,CURRENT-1]}" "+${words[CURRENT]}" 2>/dev/null)}")
  if [[ -n ${candidates[1]} ]]; then compadd -- $candidates; else _files; fi
}
# Installed in a folder of $fpath, zsh runs this as the function itself at the first tab.
if [[ $funcstack[1] == _rowhouse ]]; then _rowhouse "$@"; else compdef _rowhouse rowhouse; fi
)";

constexpr std::string_view kFish =
    R"(# fish completion for rowhouse: rowhouse completion fish | source
function __rowhouse_complete
  set -l words (commandline -opc)
  set -l command $words[1]
  set -e words[1]
  set -l word (commandline -ct)
  set -l found ($command complete -- $words "+$word" 2>/dev/null)
  if test -n "$found[1]"
    printf '%s\n' $found
  else
    __fish_complete_path "$word"
  end
end
complete -c rowhouse -e
complete -c rowhouse -f -a '(__rowhouse_complete)'
)";

constexpr std::string_view kPowerShell =
    R"(# PowerShell completion for rowhouse: rowhouse completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName rowhouse -ScriptBlock {
  param($word, $ast, $cursor)
  $before = @($ast.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { $_.ToString() })
  & $ast.CommandElements[0].ToString() complete -- @before "+$word" 2>$null | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
)";

}  // namespace

Candidates CandidatesFor(const CLI::App& app, const std::vector<std::string>& before,
                         const std::string& last) {
  Candidates found = AllFor(app, before, last);
  std::erase_if(found.words, [&last](const std::string& word) { return !word.starts_with(last); });
  return found;
}

std::string_view CompletionScript(std::string_view shell) {
  assert(shell == "bash" || shell == "zsh" || shell == "fish" || shell == "powershell");
  if (shell == "bash") return kBash;
  if (shell == "zsh") return kZsh;
  return shell == "fish" ? kFish : kPowerShell;
}

}  // namespace rowhouse::cli
