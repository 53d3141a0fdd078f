#pragma once
// The export format: JSON lines. A header begins the entities of a table; every other line is one
// entity as the body of an insert has it, keys first. A file may hold several tables.
//
//   {"rowhouse":"export","version":1,"table":"People"}
//   {"PartitionKey":"uk","RowKey":"ada","Born":1815}

#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace rowhouse {

// The header of `table` with its line break.
std::string ExportHeader(std::string_view table);

// The table that a header names. Nothing when the line is no header; what is wrong, for a person,
// when it is one that this version cannot read.
tl::expected<std::optional<std::string>, std::string> ReadExportHeader(std::string_view line);

}  // namespace rowhouse
