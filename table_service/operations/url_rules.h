#pragma once
// The paths that the HTTP layer in front of the service refuses (spec 1.3 rule 8).

#include "table_service/wire/message.h"

#include <string_view>

namespace rowhouse::operations {

// Returns true if the decoded path contains any of U+0000-U+001F, U+007F, U+0081, U+008D, U+008F,
// U+0090, U+009D.
bool IsRefusedPath(std::string_view raw_path);

// Returns the HTML answer to such a path: a single line, or with line breaks if the path contains
// U+0000 (312 and 324 bytes).
wire::Response InvalidUrlAnswer(std::string_view raw_path);

}  // namespace rowhouse::operations
