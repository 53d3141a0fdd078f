#pragma once
// Names of headers in a CORS rule: whole, or the beginning of names.

#include <string_view>

namespace rowhouse {

// "x-ms-meta-*" stands for all names that begin so.
inline bool IsHeaderPrefix(std::string_view name) { return name.ends_with('*'); }

}  // namespace rowhouse
