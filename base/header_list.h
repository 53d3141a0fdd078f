#pragma once
// The header fields of an HTTP message, as text.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rowhouse {

using HeaderList = std::vector<std::pair<std::string, std::string>>;  // in wire order

// The same as views of the message's text.
using HeaderViews = std::vector<std::pair<std::string_view, std::string_view>>;

// Finds the header `name`, ignoring case.
std::optional<std::string_view> FindHeader(const HeaderList& headers, std::string_view name);
std::optional<std::string_view> FindHeader(const HeaderViews& headers, std::string_view name);

// Appends a field. A repeated field becomes a list, "first, second" (RFC 9110 5.3), so that a field
// that allows only one value is refused as malformed where it is read if it was sent twice.
void AppendHeader(HeaderList& headers, std::string_view name, std::string_view value);

}  // namespace rowhouse
