#include "entity/export_lines.h"

#include <cstdint>
#include <fmt/format.h>
#include <simdjson.h>

namespace rowhouse {
namespace {

constexpr std::int64_t kVersion = 1;

}  // namespace

std::string ExportHeader(std::string_view table) {
  return fmt::format("{{\"rowhouse\":\"export\",\"version\":{},\"table\":\"{}\"}}\n", kVersion,
                     table);
}

tl::expected<std::optional<std::string>, std::string> ReadExportHeader(std::string_view line) {
  // An entity's line begins with a key of another name, so most lines end here.
  if (line.substr(0, line.find(':')).find("\"rowhouse\"") == std::string_view::npos) {
    return std::nullopt;
  }
  simdjson::dom::parser parser;
  simdjson::dom::element header;
  if (parser.parse(simdjson::padded_string(line)).get(header) != simdjson::SUCCESS) {
    return tl::unexpected(std::string("a header that is not valid JSON"));
  }
  std::int64_t version = 0;
  std::string_view table;
  if (header["version"].get(version) != simdjson::SUCCESS || version != kVersion) {
    return tl::unexpected(fmt::format(
        "an export of a version other than {}; use the rowhouse that wrote it", kVersion));
  }
  if (header["table"].get(table) != simdjson::SUCCESS) {
    return tl::unexpected(std::string("a header without a table name"));
  }
  return std::string(table);
}

}  // namespace rowhouse
