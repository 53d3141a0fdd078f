#pragma once
// The forms that files of entities have.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rowhouse::cli {

enum class FileFormat : std::uint8_t { kJson, kCsv };

// By the end of a file's name: .json, .jsonl and .ndjson, .csv and .tsv. None: another end, or none.
std::optional<FileFormat> FormatByEnd(std::string_view file_name);

// "json" or "csv". REQUIRES: one of them
FileFormat ParseFileFormat(std::string_view name);

// Says that the end of a name tells no form, and what to do.
std::string UnknownEnd(std::string_view file_name);

}  // namespace rowhouse::cli
