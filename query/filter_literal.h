#pragma once
// The literals of a filter, both ways (spec 7.3).

#include "entity/edm_value.h"

#include <optional>
#include <string>
#include <string_view>

namespace rowhouse {

// The value of a literal's text, which may have one more sign put before it. No value when the text
// does not fit the type. REQUIRES: a text that FilterLexer takes for a literal of `type`
std::optional<EdmValue> ReadLiteral(EdmType type, std::string_view text);

// A text that reads back as `value`: 'it''s', 5, 5L, 5.0, INF, datetime'...', X'00ff'.
std::string PrintLiteral(const EdmValue& value);

}  // namespace rowhouse
