#pragma once
// Checks Content-MD5, the checksum of a body. Spec 3.1.

#include "entity/error.h"

#include <optional>
#include <string_view>

namespace rowhouse {

// Checks `body` against the header; a missing or empty header passes. kInvalidHeaderValue: `header`
// is not base64. kInvalidMd5: it is base64, but not of 16 bytes. kMd5Mismatch: it is not the MD5 of
// `body`.
Status CheckContentMd5(std::optional<std::string_view> header, std::string_view body);

}  // namespace rowhouse
