#pragma once
// The export format: JSON lines. A header line precedes the entities of a table; every other line
// is one entity in the form of the body of an insert, keys first. A file may contain several
// tables.
//
//   {"rowhouse":"export","version":1,"table":"People"}
//   {"PartitionKey":"uk","RowKey":"ada","Born":1815}

#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace rowhouse {

// The header of `table`, including the line break.
std::string ExportHeader(std::string_view table);

// The table that a header names. No value if the line is not a header. The error, a message for
// people, is for a header that this version cannot read.
tl::expected<std::optional<std::string>, std::string> ReadExportHeader(std::string_view line);

}  // namespace rowhouse
