#include "cli/help/help_formatter.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <string_view>

namespace rowhouse::cli {
namespace {

constexpr std::size_t kWidth = 80;

constexpr std::string_view kPlaces =
    "Where the service is, and who asks. All of it comes from one place, the first that has any:\n"
    "\n"
    "  1. the command line: --connection-string; or --account with --key or --sas; or --sas URL\n"
    "  2. --profile NAME, a section of the config file\n"
    "  3. $AZURE_STORAGE_CONNECTION_STRING\n"
    "  4. $AZURE_STORAGE_ACCOUNT with $AZURE_STORAGE_KEY or $AZURE_STORAGE_SAS_TOKEN, and\n"
    "     $AZURE_STORAGE_SERVICE_ENDPOINT where it is not the cloud's, as `az` reads them\n"
    "  5. the section [default] of the config file\n"
    "  6. the development account, on 127.0.0.1:10002\n"
    "\n"
    "The config file is $ROWHOUSE_CONFIG, else ~/.config/rowhouse/config:\n"
    "\n"
    "  [cloud]\n"
    "  account = contoso\n"
    "  key = ...\n"
    "\n"
    "A section may have connection-string, account, key, sas, endpoint and admin-token.\n"
    "\n"
    "$HTTPS_PROXY, $HTTP_PROXY and $NO_PROXY say whether requests go through a proxy.\n"
    "The options may stand before the command as well: rowhouse --profile cloud table list\n";

}  // namespace

std::string HelpFormatter::make_group(std::string group, bool is_positional,
                                      std::vector<const CLI::Option*> options) const {
  if (!group.starts_with(kConnectionGroup)) {
    return CLI::Formatter::make_group(std::move(group), is_positional, std::move(options));
  }
  std::string text = fmt::format("\n{} (`rowhouse help connection` explains it):\n", group);
  std::string line = " ";
  for (const CLI::Option* const option : options) {
    const std::string name = " " + option->get_name();
    if (line.size() + name.size() > kWidth) {
      text += line + "\n";
      line = " ";
    }
    line += name;
  }
  return text + line + "\n";
}

std::string ConnectionPage(const CLI::App& command) {
  CLI::Formatter formatter;
  formatter.column_width(command.get_formatter()->get_column_width());
  return std::string(kPlaces) +
         formatter.make_group("Options", false, command.get_options([](const CLI::Option* option) {
           return option->get_group() == kConnectionGroup;
         }));
}

}  // namespace rowhouse::cli
