#include "table_service/operations/url_rules.h"

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
      {"encoded space", "/a%20b", false},
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
      {"the same byte after another lead", "/%C3%81", false},
      {"malformed escapes", "/%zz%1", false},
      {"escaped percent sign", "/%2500", false},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) { BOOST_TEST(IsRefusedPath(c.path) == c.refused); }
  }
}

BOOST_AUTO_TEST_CASE(AnswersWithAnHtmlPage) {
  const wire::Response answer = InvalidUrlAnswer("/a%01");
  BOOST_TEST(answer.status == 400);
  BOOST_TEST(answer.headers.at(0).second == "text/html; charset=us-ascii");
  BOOST_TEST(answer.body.find("<h2>Bad Request - Invalid URL</h2>") != std::string::npos);
  BOOST_TEST(answer.body.size() == 312U);
  BOOST_TEST(InvalidUrlAnswer("/a%00").body.size() == 324U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::operations
