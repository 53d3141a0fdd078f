#pragma once
// The one hash that keys are made with. It is stored in people's keys, so it never changes.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace rowhouse {

// FNV-1a (64 bits, over the UTF-8 bytes), then MurmurHash3's finalizer (fmix64): FNV-1a alone
// leaves the low bits of similar texts alike, and a remainder of it spreads badly.
//   h = 0xcbf29ce484222325; for each byte: h ^= byte, h *= 0x100000001b3
//   h ^= h >> 33; h *= 0xff51afd7ed558ccd; h ^= h >> 33; h *= 0xc4ceb9fe1a85ec53; h ^= h >> 33
std::uint64_t KeyHash(std::string_view text);

// fmix64 by itself: spreads numbers.
std::uint64_t MixBits(std::uint64_t number);

// `number` in as many decimal digits as `count` - 1 has: "007" of 400. REQUIRES: number < count
std::string PaddedNumber(std::uint64_t number, std::uint64_t count);

// kLetterCount letters, A to Z and a to z, in ordinal order. Written in letters a hash fills the
// range of keys evenly, even for a store that cuts it by the values of the first bytes; in decimal
// or hexadecimal digits it would stand in a few clumps.
constexpr std::uint64_t kLetterCount = 52;
// The remainder of `number` by kLetterCount^digits as that many letters.
std::string Letters(std::uint64_t number, std::size_t digits);

}  // namespace rowhouse
