#include "table_service/operations/url_rules.h"

#include "table_service/operations/access_log.h"

#include <boost/test/unit_test.hpp>

namespace rowhouse::operations {

BOOST_AUTO_TEST_SUITE(UrlRulesTest)

BOOST_AUTO_TEST_CASE(RefusesTheCodePointsThatTheHttpLayerRefuses) {
  struct Case {
    const char* name;
    std::string_view path;
    bool refused;
  };
  const Case cases[] = {
      {"plain", "/a/t(PartitionKey='p',RowKey='r')", false},
      {"empty", "", false},
      {"encoded blank", "/a%20b", false},
      {"NUL", "/a%00b", true},
      {"encoded tab", "/a%09", true},
      {"raw tab", "/a\t", true},
      {"U+001F", "/%1F", true},
      {"U+001F in small letters", "/%1f", true},
      {"U+007F", "/%7F", true},
      {"U+0080", "/%C2%80", false},
      {"U+0081", "/%C2%81", true},
      {"U+0081 half raw", "/\xC2%81", true},
      {"U+008D", "/%c2%8d", true},
      {"U+008F", "/%C2%8F", true},
      {"U+0090", "/%C2%90", true},
      {"U+009D", "/%C2%9D", true},
      {"U+009E", "/%C2%9E", false},
      {"the same byte behind another lead", "/%C3%81", false},
      {"malformed escapes", "/%zz%1", false},
      {"escaped percent sign", "/%2500", false},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) { BOOST_TEST(IsRefusedPath(c.path) == c.refused); }
  }
}

BOOST_AUTO_TEST_CASE(AnswersWithTheHtmlPage) {
  const wire::Response answer = InvalidUrlAnswer("/a%01");
  BOOST_TEST(answer.status == 400);
  BOOST_TEST(answer.headers.at(0).second == "text/html; charset=us-ascii");
  BOOST_TEST(answer.body.find("<h2>Bad Request - Invalid URL</h2>") != std::string::npos);
  BOOST_TEST(answer.body.size() == 312U);
  BOOST_TEST(InvalidUrlAnswer("/a%00").body.size() == 324U);
}

BOOST_AUTO_TEST_SUITE_END()

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

}  // namespace rowhouse::operations
