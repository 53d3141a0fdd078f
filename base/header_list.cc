#include "base/header_list.h"

#include "base/ascii.h"

#include <algorithm>

namespace rowhouse {
namespace {

template <class Headers>
std::optional<std::string_view> Find(const Headers& headers, std::string_view name) {
  for (const auto& [header, value] : headers) {
    if (EqualsIgnoringAsciiCase(header, name)) return value;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string_view> FindHeader(const HeaderList& headers, std::string_view name) {
  return Find(headers, name);
}

std::optional<std::string_view> FindHeader(const HeaderViews& headers, std::string_view name) {
  return Find(headers, name);
}

void AppendHeader(HeaderList& headers, std::string_view name, std::string_view value) {
  for (auto& [earlier, values] : headers) {
    if (!EqualsIgnoringAsciiCase(earlier, name)) continue;
    values.append(", ").append(value);
    return;
  }
  headers.emplace_back(name, value);
}

}  // namespace rowhouse
