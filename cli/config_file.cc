#include "cli/config_file.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>

namespace rowhouse::cli {
namespace {

constexpr std::array<std::string_view, 6> kNames = {"connection-string", "account",    "key", "sas",
                                                    "endpoint",          "admin-token"};

std::string_view Trim(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace

Config ParseConfig(std::string_view text) {
  Config config;
  std::string section = "default";
  const auto fault = [&](std::size_t line_number, std::string_view wanted) {
    std::string& known = config[section].fault;
    if (known.empty()) known = fmt::format("line {}: expected {}", line_number, wanted);
  };
  for (std::size_t line_number = 1; !text.empty(); ++line_number) {
    const std::size_t end = text.find('\n');
    const std::string_view line = Trim(text.substr(0, end));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
    if (line.empty() || line.front() == '#' || line.front() == ';') continue;
    if (line.front() == '[') {  // what follows never counts for the section before
      const std::size_t close = std::min(line.find(']'), line.size());
      section = Trim(line.substr(1, close - 1));
      config.try_emplace(section);
      if (close + 1 != line.size()) fault(line_number, "[section] and nothing after it");
      continue;
    }
    const std::size_t equals = line.find('=');
    const std::string_view name = Trim(line.substr(0, equals));
    if (equals == line.npos || std::ranges::find(kNames, name) == kNames.end()) {
      fault(line_number,
            fmt::format("[section] or NAME = VALUE with one of {}", fmt::join(kNames, ", ")));
      continue;
    }
    config[section].values[std::string(name)] = Trim(line.substr(equals + 1));
  }
  return config;
}

std::filesystem::path DefaultConfigPath() {
  const auto variable = [](const char* name) -> std::filesystem::path {
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
  };
  if (auto path = variable("ROWHOUSE_CONFIG"); !path.empty()) return path;
  if (auto path = variable("XDG_CONFIG_HOME"); !path.empty()) return path / "rowhouse" / "config";
  if (auto path = variable("HOME"); !path.empty()) return path / ".config" / "rowhouse" / "config";
  return {};
}

}  // namespace rowhouse::cli
