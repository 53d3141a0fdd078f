#pragma once
// Integers that JSON writers without types leave in a file, and that the service would round.

#include <optional>
#include <string>
#include <string_view>

namespace rowhouse {

// What is wrong with the first integer without a type in the entity, a JSON object, that a double
// cannot hold; none: all are exact.
std::optional<std::string> FindBigInteger(std::string_view entity);

}  // namespace rowhouse
