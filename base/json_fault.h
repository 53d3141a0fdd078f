#pragma once
// Where a text stops being JSON, for messages to people who wrote it by hand. Readers of JSON only
// say that it does.

#include <cstddef>
#include <optional>
#include <string_view>

namespace rowhouse {

// The offset of the first byte that no JSON object can have there; the text's size when it ends too
// early. None when the text is one object, or is nested deeper than `depth_max`.
std::optional<std::size_t> FindJsonFault(std::string_view text, std::size_t depth_max);

}  // namespace rowhouse
