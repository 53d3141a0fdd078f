#include "keys/key_hash.h"

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <map>

namespace rowhouse {

BOOST_AUTO_TEST_SUITE(KeyHashTest)

BOOST_AUTO_TEST_CASE(NeverChanges) {  // the values are stored in people's keys
  BOOST_TEST(KeyHash("") == 0xefd01f60ba992926U);
  BOOST_TEST(KeyHash("a") == 0x82a2a958a9bece5bU);
  BOOST_TEST(KeyHash("0000000042") == 0xf25af7449546bf72U);
  BOOST_TEST(KeyHash("\xc3\xa9t\xc3\xa9") == 0x4e86b7c4c0feda3bU);
}

BOOST_AUTO_TEST_CASE(NumbersHaveAsManyDigitsAsTheLastOne) {
  BOOST_TEST(PaddedNumber(0, 1) == "0");
  BOOST_TEST(PaddedNumber(7, 10) == "7");
  BOOST_TEST(PaddedNumber(7, 11) == "07");
  BOOST_TEST(PaddedNumber(7, 400) == "007");
  BOOST_TEST(PaddedNumber(999, 1000) == "999");
}

BOOST_AUTO_TEST_CASE(LettersAreDigitsOfBase52InOrdinalOrder) {
  BOOST_TEST(Letters(0, 1) == "A");
  BOOST_TEST(Letters(25, 1) == "Z");
  BOOST_TEST(Letters(26, 1) == "a");
  BOOST_TEST(Letters(51, 1) == "z");
  BOOST_TEST(Letters(52, 1) == "A");
  BOOST_TEST(Letters(52, 2) == "BA");
  BOOST_TEST(Letters(52 * 52 - 1, 2) == "zz");
}

// Texts that differ little: in the last digits, by a stride, in one bit of some places.
BOOST_AUTO_TEST_CASE(SimilarTextsSpreadEvenly) {
  constexpr int kTexts = 5200;
  const std::map<std::string, std::string (*)(int)> families = {
      {"sequence", [](int i) { return fmt::format("{:010}", i); }},
      {"stride of 4", [](int i) { return fmt::format("{:x}", i * 4); }},
      {"stride of 52", [](int i) { return fmt::format("{:x}", i * 52); }},
      {"descending", [](int i) { return fmt::format("{:019}", 3155378975999999999 - i); }},
      {"time",
       [](int i) { return fmt::format("2026-03-01T00:{:02}:{:02}.000000Z", i / 60, i % 60); }},
      {"two letters", [](int i) {
         std::string text;
         for (int bit = 0; bit < 13; ++bit) text += ((i >> bit) & 1) != 0 ? 'e' : 'a';
         return text;
       }}};
  for (const auto& [name, text] : families) {
    std::array<int, kLetterCount> counts{};
    for (int i = 0; i < kTexts; ++i) ++counts[KeyHash(text(i)) % kLetterCount];
    // 100 each; five standard deviations
    BOOST_TEST(*std::ranges::max_element(counts) < 150, name);
    BOOST_TEST(*std::ranges::min_element(counts) > 50, name);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
