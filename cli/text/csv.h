#pragma once
// Comma-separated values as RFC 4180 has them. Quotes only protect: "" and an empty field are the
// same text.
//
//   record := field *( "," field ) [ CR ] LF
//   field  := plain | DQUOTE *( any but DQUOTE | DQUOTE DQUOTE ) DQUOTE

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse::cli {

// Appends `field`, quoted when it holds a comma, a quote, a line break or outer blanks.
void AppendCsvField(std::string& out, std::string_view field);

// The fields of one record without its line break. No value when a quote is not closed, or text
// follows a quoted field.
std::optional<std::vector<std::string>> SplitCsvRecord(std::string_view record,
                                                       char separator = ',');

}  // namespace rowhouse::cli
