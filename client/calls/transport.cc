#include "base/ascii.h"

#include <rowhouse/transport.h>

namespace rowhouse::tables {

const std::string* FindHeader(const Headers& headers, std::string_view name) {
  for (const auto& [key, value] : headers) {
    if (EqualsIgnoringAsciiCase(key, name)) return &value;
  }
  return nullptr;
}

}  // namespace rowhouse::tables
