#include "cli/help/command_words.h"

#include "base/near_word.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <string_view>

namespace rowhouse::cli {
namespace {

std::string NameOf(const std::string& option) { return option.substr(0, option.find('=')); }

// Whether an option of this name, of whatever command, is followed by a value.
bool IsFollowedByValue(const CLI::App& app, const std::string& name) {
  const CLI::Option* const option = app.get_option_no_throw(name);
  if (option != nullptr) return cli::TakesValue(*option);
  return std::ranges::any_of(app.get_subcommands({}), [&name](const CLI::App* below) {
    return IsFollowedByValue(*below, name);
  });
}

const CLI::App* Below(const CLI::App& app, const std::string& name) {
  const auto commands = app.get_subcommands({});
  const auto found = std::ranges::find(commands, name, &CLI::App::get_name);
  return found == commands.end() ? nullptr : *found;
}

std::string DidYouMean(const std::optional<std::string>& near, std::string_view quote) {
  return near ? fmt::format("; did you mean {}{}{}?", quote, *near, quote) : "";
}

}  // namespace

bool TakesValue(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

const CLI::App& CommandOf(const CLI::App& app, const std::vector<std::string>& words,
                          std::size_t* used) {
  const CLI::App* at = &app;
  std::size_t count = 0;
  while (count < words.size()) {
    const CLI::App* const below = Below(*at, words[count]);
    if (below == nullptr) break;
    at = below;
    ++count;
  }
  if (used != nullptr) *used = count;
  return *at;
}

std::vector<std::string> WithCommandFirst(const CLI::App& app, std::vector<std::string> words) {
  std::size_t first = 0;  // word that is no option before the command
  while (first < words.size() && words[first].starts_with("--") && words[first].size() > 2) {
    const std::string& word = words[first];
    if (app.get_option_no_throw(word) != nullptr) return words;  // --help, --version
    first += word.find('=') == word.npos && IsFollowedByValue(app, word) ? 2 : 1;
  }
  if (first == 0 || first >= words.size()) return words;
  const auto command = words.begin() + static_cast<std::ptrdiff_t>(first);
  std::size_t used = 0;
  CommandOf(app, {command, words.end()}, &used);
  const auto behind = command + static_cast<std::ptrdiff_t>(std::max<std::size_t>(used, 1));
  std::rotate(words.begin(), command, behind);
  return words;
}

std::string UnknownCommand(const CLI::App& app, const std::vector<std::string>& words) {
  std::size_t used = 0;
  const CLI::App& found = CommandOf(app, words, &used);
  const auto below = found.get_subcommands({});
  if (below.empty() || used == words.size() || words[used].starts_with('-')) return {};
  std::string path;
  for (std::size_t place = 0; place <= used; ++place) {
    path += (place == 0 ? "" : " ") + words[place];
  }
  std::vector<std::string> known;
  std::ranges::transform(below, std::back_inserter(known), &CLI::App::get_name);
  return fmt::format("unknown command '{}'{}", path, DidYouMean(NearWord(words[used], known), "'"));
}

std::string UnknownOptions(const CLI::App& app, const std::vector<std::string>& words) {
  std::vector<std::string> known;
  for (const CLI::Option* const option : CommandOf(app, words).get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  }
  std::string names;
  std::optional<std::string> near;
  for (const std::string& word : app.remaining(true)) {
    if (!word.starts_with('-')) continue;
    const std::string name = NameOf(word);
    names += (names.empty() ? "" : ", ") + name;
    if (!near && name.starts_with("--")) near = NearWord(name, known);
  }
  return names.empty() ? "" : fmt::format("unknown option {}{}", names, DidYouMean(near, ""));
}

}  // namespace rowhouse::cli
