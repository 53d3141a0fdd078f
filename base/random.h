#pragma once
// Random numbers for identifiers, jitter and suffixes. Each thread has its own generator, seeded by
// the system. Not for secrets.

#include <cstddef>
#include <cstdint>

namespace rowhouse {

std::uint64_t RandomBits();
// 0 <= result < 1.
double RandomFraction();
// 0 <= result < bound, all equally likely. REQUIRES: bound > 0
std::size_t RandomBelow(std::size_t bound);

}  // namespace rowhouse
