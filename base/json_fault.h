#pragma once
// Finds the position where a text is not valid JSON, for messages to people who wrote it by hand.
// The readers of JSON report only that it is invalid.

#include <cstddef>
#include <optional>
#include <string_view>

namespace rowhouse {

// Returns the offset of the first byte that cannot occur there in a JSON object, or the text's size
// if it ends too early. No value if the text is an object, or is nested deeper than `depth_max`.
std::optional<std::size_t> FindJsonFault(std::string_view text, std::size_t depth_max);

}  // namespace rowhouse
