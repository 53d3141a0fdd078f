#pragma once
// What the HTTP layer in front of the service refuses before the service sees it (spec 1.3 rule 8).

#include "table_service/wire/message.h"

#include <string_view>

namespace rowhouse::operations {

// True when the decoded path has one of U+0000-U+001F, U+007F, U+0081, U+008D, U+008F, U+0090,
// U+009D.
bool IsRefusedPath(std::string_view raw_path);

// The HTML answer to such a path: on one line, but for U+0000 with line breaks (312 and 324 bytes).
wire::Response InvalidUrlAnswer(std::string_view raw_path);

}  // namespace rowhouse::operations
