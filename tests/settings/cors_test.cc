#include "settings/cors.h"

#include <boost/test/unit_test.hpp>
#include <vector>

namespace rowhouse {
namespace {

using Rules = std::vector<CorsRule>;

const CorsRule kExact{.allowed_methods = {"GET", "POST"},
                      .allowed_origins = {"http://a.test", "http://b.test"},
                      .allowed_headers = {"content-type", "x-ms-*"},
                      .exposed_headers = {"ETag", "x-ms-*"},
                      .max_age_seconds = 5};
const CorsRule kAnyOrigin{.allowed_methods = {"GET"},
                          .allowed_origins = {"*"},
                          .allowed_headers = {"*"},
                          .exposed_headers = {"*"}};

}  // namespace

BOOST_AUTO_TEST_SUITE(CorsTest)

BOOST_AUTO_TEST_CASE(PreflightIsGrantedByTheFirstRuleThatMatches) {
  struct Case {
    const char* name;
    Rules rules;
    PreflightRequest request;
    const char* allow_origin;  // null: refused
    bool credentials;
  };
  const Case cases[] = {
      {"no rules", {}, {"http://a.test", "GET"}, nullptr, false},
      {"exact", {kExact}, {"http://b.test", "POST"}, "http://b.test", true},
      {"any", {kAnyOrigin}, {"http://c.test", "GET"}, "*", false},
      {"origin in other case", {kExact}, {"http://A.test", "GET"}, nullptr, false},
      {"other origin", {kExact}, {"http://c.test", "GET"}, nullptr, false},
      {"other method", {kExact}, {"http://a.test", "PUT"}, nullptr, false},
      {"method in other case", {kExact}, {"http://a.test", "get"}, nullptr, false},
      {"headers",
       {kExact},
       {"http://a.test", "GET", "Content-Type, X-MS-Date,x-ms-version"},
       "http://a.test",
       true},
      {"a header too many", {kExact}, {"http://a.test", "GET", "x-ms-date,accept"}, nullptr, false},
      {"later rule for the origin", {kExact, kAnyOrigin}, {"http://c.test", "GET"}, "*", false},
      {"later rule is not asked for headers",
       {kExact, kAnyOrigin},
       {"http://a.test", "GET", "accept"},
       nullptr,
       false},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) {
      const auto grant = GrantPreflight(c.rules, c.request);
      BOOST_REQUIRE(grant.has_value() == (c.allow_origin != nullptr));
      if (!grant) continue;
      BOOST_TEST(grant->allow_origin == c.allow_origin);
      BOOST_TEST(grant->allow_credentials == c.credentials);
    }
  }
}

BOOST_AUTO_TEST_CASE(AnswersToOtherRequests) {
  struct Case {
    const char* name;
    Rules rules;
    std::optional<std::string_view> origin;
    const char* method;
    bool vary;
    const char* allow_origin;  // empty: no grant
  };
  const Case cases[] = {
      {"no origin, no rules", {}, std::nullopt, "GET", false, ""},
      {"no origin, no rule for any", {kExact}, std::nullopt, "GET", true, ""},
      {"no origin, a rule for any", {kExact, kAnyOrigin}, std::nullopt, "GET", false, "*"},
      {"no origin, a write", {kExact, kAnyOrigin}, std::nullopt, "POST", false, ""},
      {"origin, no rules", {}, "http://a.test", "GET", false, ""},
      {"origin, exact", {kExact}, "http://a.test", "GET", true, "http://a.test"},
      {"origin, exact, a write", {kExact}, "http://a.test", "POST", false, "http://a.test"},
      {"origin, any", {kAnyOrigin}, "http://a.test", "GET", false, "*"},
      {"origin, none matches", {kExact}, "http://c.test", "GET", true, ""},
      {"origin, method does not match", {kExact}, "http://a.test", "DELETE", false, ""},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) {
      const CorsAnswer answer = AnswerCors(c.rules, c.origin, c.method);
      BOOST_TEST(answer.vary_origin == c.vary);
      BOOST_TEST((answer.grant ? answer.grant->allow_origin : "") == c.allow_origin);
    }
  }
}

BOOST_AUTO_TEST_CASE(ExposesNamesAndThoseThatMatchAPrefix) {
  const std::vector<std::string_view> headers = {"x-ms-request-id", "Server", "ETag", "X-MS-more"};
  BOOST_TEST(ExposedHeaders(kExact, headers) == "ETag,x-ms-request-id,X-MS-more");
  BOOST_TEST(ExposedHeaders(kAnyOrigin, headers) == "x-ms-request-id,Server,ETag,X-MS-more");
  BOOST_TEST(ExposedHeaders({}, headers) == "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
