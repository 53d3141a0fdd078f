#include "cli/transfer/file_format.h"

#include "base/ascii.h"

#include <array>
#include <cassert>
#include <fmt/format.h>
#include <utility>

namespace rowhouse::cli {
namespace {

constexpr std::array<std::pair<std::string_view, FileFormat>, 5> kEnds = {
    {{".jsonl", FileFormat::kJson},
     {".ndjson", FileFormat::kJson},
     {".json", FileFormat::kJson},
     {".csv", FileFormat::kCsv},
     {".tsv", FileFormat::kCsv}}};

}  // namespace

std::optional<FileFormat> FormatByEnd(std::string_view file_name) {
  const std::string lower = AsciiLower(file_name);
  for (const auto& [end, format] : kEnds) {
    if (lower.ends_with(end)) return format;
  }
  return std::nullopt;
}

FileFormat ParseFileFormat(std::string_view name) {
  assert(name == "json" || name == "csv");
  return name == "csv" ? FileFormat::kCsv : FileFormat::kJson;
}

std::string UnknownEnd(std::string_view file_name) {
  return fmt::format(
      "{}: the name does not say what the file holds; let it end in .jsonl, .json or .csv, or say "
      "--format json or csv",
      file_name);
}

}  // namespace rowhouse::cli
