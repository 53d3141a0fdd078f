#pragma once
// How requests are refused whose signature is not accepted.

#include "entity/error.h"

#include <string>
#include <utility>

namespace rowhouse {

// kAuthenticationFailed with a `detail` for the log, which must contain neither a key nor a signature.
inline tl::unexpected<Error> FailWithDetail(std::string detail) {
  Error error(ErrorCode::kAuthenticationFailed);
  error.detail = std::move(detail);
  return tl::unexpected<Error>(std::move(error));
}

}  // namespace rowhouse
