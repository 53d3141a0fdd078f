#include "signing/hmac.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <string>
#include <vector>

namespace rowhouse {
namespace {

std::string Hex(const Sha256Code& code) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const unsigned char byte : code) {
    text += kDigits[byte / 16U];
    text += kDigits[byte % 16U];
  }
  return text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(HmacSha256Test)

BOOST_AUTO_TEST_CASE(AgreesWithTheStandardVectors) {
  struct Case {
    std::string name, key, text, code;
  };
  const std::vector<Case> cases = {
      {"RFC 4231 case 1", std::string(20, '\x0b'), "Hi There",
       "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"},
      {"RFC 4231 case 2", "Jefe", "what do ya want for nothing?",
       "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"},
      {"RFC 4231 case 6: a key longer than a block", std::string(131, '\xaa'),
       "Test Using Larger Than Block-Size Key - Hash Key First",
       "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"},
      {"nothing signed with nothing", "", "",
       "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) { BOOST_TEST(Hex(HmacSha256(c.key, c.text)) == c.code); }
  }
}

BOOST_AUTO_TEST_CASE(ANullKeyIsAnEmptyKeyAndNotTheLastOne) {
  HmacSha256("another key", "text");
  BOOST_TEST((HmacSha256(std::string_view(), "text") == HmacSha256("", "text")));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(EqualsInConstantTimeTest)

BOOST_AUTO_TEST_CASE(IsEqualityOfBytes) {
  BOOST_TEST(EqualsInConstantTime("", ""));
  BOOST_TEST(EqualsInConstantTime("abc", "abc"));
  BOOST_TEST(!EqualsInConstantTime("abc", "abd"));
  BOOST_TEST(!EqualsInConstantTime("abc", "ab"));
  BOOST_TEST(!EqualsInConstantTime("", "a"));
}

// Otherwise the time of a refusal tells how much of a guessed signature is right.
BOOST_AUTO_TEST_CASE(TakesAsLongWhereverTheyDiffer) {
  const std::string secret(1'000'000, 'x');
  const auto shortest_time = [&](std::size_t difference) {
    std::string guess = secret;
    guess[difference] = 'y';
    auto shortest = std::chrono::steady_clock::duration::max();
    for (int i = 0; i < 50; ++i) {
      const auto begin = std::chrono::steady_clock::now();
      BOOST_REQUIRE(!EqualsInConstantTime(secret, guess));
      shortest = std::min(shortest, std::chrono::steady_clock::now() - begin);
    }
    return shortest;
  };
  // Comparing up to the first difference takes a thousandth of the time.
  BOOST_TEST(shortest_time(0).count() > shortest_time(secret.size() - 1).count() / 3);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
