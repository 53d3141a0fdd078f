#pragma once
// The header fields of an HTTP message, as text.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rowhouse {

using HeaderList = std::vector<std::pair<std::string, std::string>>;  // in wire order

// The header called `name`, without regard to case.
std::optional<std::string_view> FindHeader(const HeaderList& headers, std::string_view name);

// Appends a field. One that came before becomes a list, "first, second" (RFC 9110 5.3): so a field
// that takes one value only, sent twice, is refused for its form wherever it is read.
void AppendHeader(HeaderList& headers, std::string_view name, std::string_view value);

}  // namespace rowhouse
