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
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace rowhouse::cli {

using ConfigSection = std::map<std::string, std::string>;  // by name of the option, without dashes
using Config = std::map<std::string, ConfigSection>;

// The sections of a text. Failure: a text with the line; it never repeats values.
tl::expected<Config, std::string> ParseConfig(std::string_view text);

// $ROWHOUSE_CONFIG, else rowhouse/config in $XDG_CONFIG_HOME or ~/.config. Empty without a home.
std::filesystem::path DefaultConfigPath();

}  // namespace rowhouse::cli
