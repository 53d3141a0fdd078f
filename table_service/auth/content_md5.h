#pragma once
// Content-MD5: what a client says its body sums up to. Spec 3.1.

#include "entity/error.h"

#include <optional>
#include <string_view>

namespace rowhouse {

// kInvalidHeaderValue: `header` is not base64. kInvalidMd5: it is, but not of 16 bytes.
// kMd5Mismatch: it is not the MD5 of `body`. No header, or an empty one, passes.
Status CheckContentMd5(std::optional<std::string_view> header, std::string_view body);

}  // namespace rowhouse
