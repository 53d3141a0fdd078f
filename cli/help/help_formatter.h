#pragma once
// The help of a command: what all commands have in common is a page of its own.

#include <CLI/App.hpp>
#include <CLI/FormatterFwd.hpp>
#include <string>
#include <vector>

namespace rowhouse::cli {

// The group of the options that say where the service is and who asks; those of a second service
// begin with the same word.
constexpr const char* kConnectionGroup = "Connection";

// Lists the options of a connection by name only.
class HelpFormatter final : public CLI::Formatter {
 public:
  std::string make_group(std::string group, bool is_positional,
                         std::vector<const CLI::Option*> options) const override;
};

// What `rowhouse help connection` prints. `command` is one that has all options of a connection.
std::string ConnectionPage(const CLI::App& command);

}  // namespace rowhouse::cli
