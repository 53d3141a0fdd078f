#pragma once
// The hash for generated keys. It becomes part of stored keys, so it must never change.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace rowhouse {

// FNV-1a (64 bits, over the UTF-8 bytes), then MurmurHash3's finalizer (fmix64): FNV-1a alone
// leaves the low bits of similar texts similar, so that its remainders are distributed badly.
//   h = 0xcbf29ce484222325; for each byte: h ^= byte, h *= 0x100000001b3
//   h ^= h >> 33; h *= 0xff51afd7ed558ccd; h ^= h >> 33; h *= 0xc4ceb9fe1a85ec53; h ^= h >> 33
std::uint64_t KeyHash(std::string_view text);

// fmix64 alone: scatters numbers.
std::uint64_t MixBits(std::uint64_t number);

// `number` in decimal, with the digits of `count` - 1: "007" for 7 of 400.
// REQUIRES: number < count
std::string PaddedNumber(std::uint64_t number, std::uint64_t count);

// The number of letters: A to Z and a to z, in ordinal order. A hash written in letters fills the
// range of keys evenly, even for a store that splits it by the values of the first bytes; decimal
// or hexadecimal digits would cluster.
constexpr std::uint64_t kLetterCount = 52;
// `number` modulo kLetterCount^digits, written with that many letters.
std::string Letters(std::uint64_t number, std::size_t digits);

}  // namespace rowhouse
