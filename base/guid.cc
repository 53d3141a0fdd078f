#include "base/guid.h"

#include <array>
#include <cstdint>
#include <random>
#include <string_view>

namespace rowhouse {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";
constexpr std::uint64_t kVersionMask = 0xFFFFFFFFFFFF0FFF;
constexpr std::uint64_t kVersion4 = 0x4000;
constexpr std::uint64_t kVariantMask = 0x3FFFFFFFFFFFFFFF;
constexpr std::uint64_t kVariant1 = 0x8000000000000000;

std::mt19937_64& Generator() {
  thread_local std::mt19937_64 generator = [] {
    std::random_device device;
    std::seed_seq seed{device(), device(), device(), device(), device(), device()};
    return std::mt19937_64(seed);
  }();
  return generator;
}

}  // namespace

std::string NewGuid() {
  auto& generator = Generator();
  const std::array<std::uint64_t, 2> halves{(generator() & kVersionMask) | kVersion4,
                                            (generator() & kVariantMask) | kVariant1};
  std::string text;
  text.reserve(36);
  for (std::size_t digit = 0; digit < 32; ++digit) {
    if (digit == 8 || digit == 12 || digit == 16 || digit == 20) text += '-';
    text += kDigits[(halves[digit / 16] >> (60 - 4 * (digit % 16))) & 0xFU];
  }
  return text;
}

}  // namespace rowhouse
