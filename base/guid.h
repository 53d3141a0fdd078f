#pragma once
// Names that nobody else has: request ids and the boundaries of batch answers.

#include <string>

namespace rowhouse {

// A random GUID, dashed, lower case. Unique, not secret.
std::string NewGuid();

}  // namespace rowhouse
