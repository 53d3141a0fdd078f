#include "query/continuation.h"

#include <boost/test/unit_test.hpp>
#include <string>

namespace rowhouse {

BOOST_AUTO_TEST_SUITE(ContinuationTest)

BOOST_AUTO_TEST_CASE(TokensLookLikeTheServices) {
  struct Case {
    std::string key;
    std::string token;
  };
  const Case cases[] = {
      {"pk", "1!4!cGs-"},
      {"r2", "1!4!cjI-"},
      {"1012", "1!8!MTAxMg--"},
      {"pkey", "1!8!cGtleQ--"},
      {"", "1!0!"},
      {"\u00fb\u00bf", "1!8!w7vCvw--"},
      {"\u07ff?\u07ff>", "1!8!378_378*"},
      {"\U0001F600", "1!8!8J*YgA--"},
  };
  for (const Case& test : cases) {
    BOOST_TEST(EncodeToken(test.key) == test.token);
    const Result<std::string> key = DecodeToken(test.token);
    BOOST_TEST((key && *key == test.key), test.token);
  }
}

BOOST_AUTO_TEST_CASE(LongKeysComeBack) {
  const std::string key(4096, '?');
  BOOST_TEST(*DecodeToken(EncodeToken(key)) == key);
}

BOOST_AUTO_TEST_CASE(SpoiledTokensAreRefused) {
  for (const char* token :
       {"", "1!", "1!4", "1!4!", "1!3!cGs-", "1!5!cGs-", "1!4!cGs=", "1!04!cGs-", "1!4!cGs-x",
        "1!4!cGt-", "1!4! cGs", "1!2!cG", "1!4!----", "1!+4!cGs-", "1!4!gICA",
        "1!99999999999999999999!cGs-", "\xff", "\xed\xa0\x80"}) {
    const Result<std::string> key = DecodeToken(token);
    BOOST_TEST((!key && key.error().code == ErrorCode::kInvalidInput), token);
  }
}

BOOST_AUTO_TEST_CASE(OtherTextIsTheKeyItself) {
  for (const char* text : {"pk", "1", "a/b", "bools", "gr\u00f6\u00dfe", "\U0001F600", "2!4!cGs-",
                           " 1!4!cGs-", "!4!cGs-"}) {
    const Result<std::string> key = DecodeToken(text);
    BOOST_TEST((key && *key == text), text);
  }
}

BOOST_AUTO_TEST_CASE(ResumeKeyNeedsItsPartition) {
  BOOST_TEST(!DecodeResumeKey(std::nullopt, std::nullopt)->has_value());
  BOOST_TEST((**DecodeResumeKey("1!4!cGs-", "1!4!cjI-") == EntityKey{"pk", "r2"}));
  BOOST_TEST((**DecodeResumeKey("1!4!cGs-", std::nullopt) == EntityKey{"pk", ""}));
  BOOST_TEST((**DecodeResumeKey("1!0!", "1!0!") == EntityKey{}));
  BOOST_TEST(!DecodeResumeKey(std::nullopt, "1!4!cjI-").has_value());
  BOOST_TEST(!DecodeResumeKey("", "1!4!cjI-").has_value());
  BOOST_TEST(!DecodeResumeKey("1!4!cGs-", "").has_value());
  BOOST_TEST(!DecodeResumeKey("1!4!cGs-", "1!4!garbage").has_value());
  BOOST_TEST(!DecodeResumeKey(std::nullopt, "1").has_value());
  BOOST_TEST((**DecodeResumeKey("a", "1") == EntityKey{"a", "1"}));
  BOOST_TEST((**DecodeResumeKey("a", std::nullopt) == EntityKey{"a", ""}));
  BOOST_TEST((**DecodeResumeKey("pk", "1!4!cjI-") == EntityKey{"pk", "r2"}));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
