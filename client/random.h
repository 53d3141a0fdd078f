#pragma once
// Lots: GUIDs, jitter, suffixes. Not for secrets.

#include <cstddef>
#include <cstdint>
#include <string>

namespace rowhouse::tables {

std::uint64_t RandomBits();
// 0 <= result < 1.
double RandomFraction();
// 0 <= result < bound, all equally likely. REQUIRES: bound > 0
std::size_t RandomBelow(std::size_t bound);
// A random GUID as text.
std::string NewGuidText();

}  // namespace rowhouse::tables
