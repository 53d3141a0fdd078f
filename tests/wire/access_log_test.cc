#include "table_service/wire/access_log.h"

#include <boost/test/unit_test.hpp>

namespace rowhouse::wire {

BOOST_AUTO_TEST_SUITE(AccessLogTest)

BOOST_AUTO_TEST_CASE(HidesSignatures) {
  struct Case {
    const char* target;
    const char* shown;
  };
  const Case cases[] = {
      {"/a/t()", "/a/t()"},
      {"/a?", "/a?"},
      {"/a?sig=secret", "/a?***"},
      {"/a?sv=1&sig=se%2Fcret%3D&tn=t", "/a?sv=1&***&tn=t"},
      {"/a?%73ig=secret", "/a?***"},
      {"/a?SIG=secret&x", "/a?***&x"},
      {"/a?%zz=1", "/a?%zz=1"},
      {"/a?signed=1", "/a?signed=1"},
      {"/a?sig", "/a?sig"},
      {"/a?x=?sig=secret", "/a?x=?***"},
      {"/a?sv=1&amp;sig=secret&amp;tn=t", "/a?sv=1&amp;***&amp;tn=t"},
      {"/a%3Fsv=1&sig=secret", "/a%3Fsv=1&***"},
      {"/a%3fsv%3D1%26sig%3Dse%252Fcret%26tn%3Dt", "/a%3fsv%3D1%26***%26tn%3Dt"},
      {"/a?u=b%253Fsig%253Dsecret%2526tn&x=1", "/a?u=b%253F***%2526tn&x=1"},
      {"/a?sig=%", "/a?***"},
      {"/a%", "/a%"},
      {"/a%25", "/a%25"},
      {"/a%2525", "/a%2525"},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.target) { BOOST_TEST(WithoutSignature(c.target) == c.shown); }
  }
}

BOOST_AUTO_TEST_CASE(KeepsALineInOneLine) {
  using std::string_literals::operator""s;
  BOOST_TEST(OneLine("a\nb\r\t\x1B[31m\x7F\0 \xC3\xBC"s) ==
             R"(a\nb\x0d\x09\x1b[31m\x7f\x00 )"s + "\xC3\xBC");
  BOOST_TEST(OneLine("") == "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::wire
