#pragma once
// "Did you mean ...?"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

// The one of `known` that `word` was probably meant to be: few letters are missing, too many,
// exchanged or of the other case, or it begins with `word` and no other does. No value when none is
// near.
std::optional<std::string> NearWord(std::string_view word, const std::vector<std::string>& known);

}  // namespace rowhouse
