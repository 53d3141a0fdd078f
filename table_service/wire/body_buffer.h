#pragma once
// Memory for a request body.

#include "entity/limits.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <utility>

namespace rowhouse::wire {

// Reserves at least `size` bytes. The capacity doubles as in std::string, but never exceeds
// limits::kBodyBytesMax as std::string::reserve would. REQUIRES: size <= limits::kBodyBytesMax
inline void ReserveBody(std::string& body, std::size_t size) {
  assert(size <= limits::kBodyBytesMax);
  if (size <= body.capacity()) return;
  std::string larger;
  larger.reserve(std::min(std::max(size, 2 * body.capacity()), limits::kBodyBytesMax));
  larger.append(body);
  body = std::move(larger);
}

}  // namespace rowhouse::wire
