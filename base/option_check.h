#pragma once
// Checks of command-line options for CLI11. Their messages follow the option's name and say what the
// option accepts; --help does not repeat it, since the type name does.

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace rowhouse {

// Accepts one of `values`.
inline CLI::Validator OneOf(std::vector<std::string> values) {
  return CLI::IsMember(std::move(values)).description("");
}

// Accepts whole numbers within the bounds, which are included.
inline CLI::Validator Between(std::uint64_t low, std::uint64_t high) {
  return {[low, high](const std::string& text) {
            std::uint64_t number = 0;
            const char* const last = text.data() + text.size();
            const auto [end, error] = std::from_chars(text.data(), last, number);
            if (error == std::errc() && end == last && number >= low && number <= high) {
              return std::string();
            }
            return high == std::numeric_limits<std::uint64_t>::max()
                       ? fmt::format("'{}' is not a whole number from {} on", text, low)
                       : fmt::format("'{}' is not a whole number from {} to {}", text, low, high);
          },
          ""};
}

// Accepts whole numbers from `low` on.
inline CLI::Validator AtLeast(std::uint64_t low) {
  return Between(low, std::numeric_limits<std::uint64_t>::max());
}

}  // namespace rowhouse
