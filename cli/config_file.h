#pragma once
// The config file: credentials by name.
//
//   # comment
//   [default]
//   connection-string = UseDevelopmentStorage=true
//   [cloud]
//   account = contoso
//   key = ...

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace rowhouse::cli {

struct ConfigSection {
  std::map<std::string, std::string> values = {};  // by name of the option, without dashes
  // The first line that cannot be understood, with its number and without its text, which may be a
  // key; empty: there is none. It makes this section useless, and no other.
  std::string fault = {};
};
using Config = std::map<std::string, ConfigSection>;

Config ParseConfig(std::string_view text);

// $ROWHOUSE_CONFIG, else rowhouse/config in $XDG_CONFIG_HOME or ~/.config. Empty without a home.
std::filesystem::path DefaultConfigPath();

}  // namespace rowhouse::cli
