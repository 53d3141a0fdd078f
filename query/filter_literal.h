#pragma once
// Reading and printing the literals of a filter (spec 7.3).

#include "entity/edm_value.h"

#include <optional>
#include <string>
#include <string_view>

namespace rowhouse {

// The value of a literal's text, which may be preceded by one more sign. No value if the text does
// not fit the type. REQUIRES: a text that FilterLexer classifies as a literal of `type`
std::optional<EdmValue> ReadLiteral(EdmType type, std::string_view text);

// Text that reads back as `value`: 'it''s', 5, 5L, 5.0, INF, datetime'...', X'00ff'.
std::string PrintLiteral(const EdmValue& value);

}  // namespace rowhouse
