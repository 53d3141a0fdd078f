#pragma once
// JSON for people to edit.

#include <string>
#include <string_view>

namespace rowhouse::cli {

// The object with a line for each member. std::invalid_argument: not a JSON object.
std::string JsonInLines(std::string_view object);

}  // namespace rowhouse::cli
