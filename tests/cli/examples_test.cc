#include "cli/help/examples.h"

#include "cli/app.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace rowhouse::cli {
namespace {

// Names of the commands below `command` that do something.
void CollectPaths(const CLI::App& command, const std::string& path,
                  std::vector<std::string>& paths) {
  const auto below = command.get_subcommands({});
  if (below.empty()) paths.push_back(path);
  for (const CLI::App* const one : below) {
    CollectPaths(*one, path.empty() ? one->get_name() : path + " " + one->get_name(), paths);
  }
}

std::vector<std::string> CommandPaths() {
  CLI::App app;
  Program program;
  Register(app, program);
  std::vector<std::string> paths;
  CollectPaths(app, "", paths);
  return paths;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ExamplesTest)

// Reading a command line has no effects.
BOOST_AUTO_TEST_CASE(EveryCommandHasExamplesAndTheyAreUnderstood) {
  for (const std::string& path : CommandPaths()) {
    BOOST_TEST(!ExamplesOf(path).empty(), path);
    std::istringstream lines{std::string(ExamplesOf(path))};
    for (std::string line; std::getline(lines, line);) {
      const std::string start = "rowhouse " + path;
      if (line.find("source <(") == 0 || line.find('|') != std::string::npos) {
        BOOST_TEST(line.find(start) != std::string::npos, line);
        continue;
      }
      BOOST_TEST(line.find(start) == 0U, line);
      CLI::App app;
      Program program;
      Register(app, program);
      auto words = CLI::detail::split_up(line.substr(std::string("rowhouse ").size()));
      std::ranges::reverse(words);
      BOOST_CHECK_NO_THROW(app.parse(words));
      BOOST_TEST(static_cast<bool>(program.action), line);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::cli
