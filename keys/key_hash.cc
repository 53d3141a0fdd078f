#include "keys/key_hash.h"

#include <cassert>
#include <fmt/format.h>

namespace rowhouse {

std::uint64_t MixBits(std::uint64_t number) {
  number ^= number >> 33U;
  number *= 0xFF51AFD7ED558CCDU;
  number ^= number >> 33U;
  number *= 0xC4CEB9FE1A85EC53U;
  return number ^ (number >> 33U);
}

std::uint64_t KeyHash(std::string_view text) {
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001B3U;
  }
  return MixBits(hash);
}

std::string PaddedNumber(std::uint64_t number, std::uint64_t count) {
  assert(number < count);
  const std::size_t digits = fmt::formatted_size("{}", count - 1);
  return fmt::format("{:0{}}", number, digits);
}

std::string Letters(std::uint64_t number, std::size_t digits) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  static_assert(letters.size() == kLetterCount);
  std::string text(digits, 'A');
  for (std::size_t place = digits; place > 0; --place) {
    text[place - 1] = letters[number % kLetterCount];
    number /= kLetterCount;
  }
  return text;
}

}  // namespace rowhouse
