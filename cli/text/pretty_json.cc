#include "cli/text/pretty_json.h"

#include <simdjson.h>
#include <stdexcept>

namespace rowhouse::cli {

std::string JsonInLines(std::string_view object) {
  simdjson::dom::parser parser;
  simdjson::dom::object members;
  if (parser.parse(object.data(), object.size()).get(members) != simdjson::SUCCESS) {
    throw std::invalid_argument("not a JSON object");
  }
  std::string lines = "{";
  for (const auto [name, value] : members) {
    if (lines.size() > 1) lines += ',';
    // No name of a property needs an escape.
    lines += "\n  \"" + std::string(name) + "\": " + simdjson::minify(value);
  }
  return lines + "\n}\n";
}

}  // namespace rowhouse::cli
