#include "table_service/server/parse_arguments.h"

#include "base/near_word.h"

#include <CLI/CLI.hpp>
#include <fmt/ranges.h>
#include <string>
#include <vector>

namespace rowhouse::server {
namespace {

std::vector<std::string> OptionNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* const option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// Describes arguments that belong to no option. A value after a misspelt option may be an account
// key, so if there are any option names, only those are shown.
std::string DescribeUnknown(const CLI::App& app) {
  std::vector<std::string_view> names;
  std::vector<std::string_view> words;
  const std::vector<std::string> arguments = app.remaining();
  for (const std::string_view argument : arguments) {
    const std::size_t equals = argument.find('=');
    if (argument.starts_with('-')) {
      names.push_back(argument.substr(0, equals));
    } else {
      words.push_back(equals == std::string_view::npos ? argument : "a value with '=' in it");
    }
  }
  if (!names.empty()) {
    const auto near = NearWord(names.front(), OptionNames(app));
    return fmt::format("unknown option {}{}", fmt::join(names, ", "),
                       near ? fmt::format("; did you mean {}?", *near) : "");
  }
  return fmt::format("a value must follow its option; this one does not: {}",
                     fmt::join(words, ", "));
}

}  // namespace

std::optional<CommandLineEnd> ParseArguments(CLI::App& app, int argc, const char* const* argv) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return CommandLineEnd{0, app.help() + "\n"};
  } catch (const CLI::CallForVersion& version) {
    return CommandLineEnd{0, std::string(version.what()) + "\n"};
  } catch (const CLI::ExtrasError&) {
    return Refusal(app, DescribeUnknown(app));
  } catch (const CLI::ParseError& error) {
    return Refusal(app, error.what());
  }
  return std::nullopt;
}

CommandLineEnd Refusal(const CLI::App& app, std::string_view message) {
  return {2, fmt::format("{0}: {1}\n{0} --help shows all options.\n", app.get_name(), message)};
}

}  // namespace rowhouse::server
