// What browsers get: the files of the console, or a plain page without it.

#include "table_service/admin/web_pages.h"

#include <boost/test/unit_test.hpp>

namespace rowhouse::admin {
namespace {

constexpr console::Asset kAssets[] = {
    {.path = "/_rowhouse/",
     .content_type = "text/html; charset=utf-8",
     .etag = "\"page\"",
     .body = "<!doctype html>"},
    {.path = "/_rowhouse/console/app-1.js",
     .content_type = "text/javascript; charset=utf-8",
     .etag = "\"script\"",
     .body = "\x1f\x8b packed",
     .gzipped = true,
     .immutable = true},
};

wire::Request Get(std::string target, HeaderList headers = {{"Accept", "text/html"}}) {
  return {.method = "GET",
          .target = std::move(target),
          .headers = std::move(headers),
          .body = {},
          .remote_address = "127.0.0.1"};
}

std::string HeaderOf(const wire::Response& response, std::string_view name) {
  return std::string(FindHeader(response.headers, name).value_or(""));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(WebPagesTest)

BOOST_AUTO_TEST_CASE(KnowsWhatOnlyBrowsersAskFor) {
  for (const char* target : {"/", "/_rowhouse/", "/_rowhouse", "/favicon.ico",
                             "/_rowhouse/console/app-1.js", "/_rowhouse/console/absent"}) {
    BOOST_TEST(IsFromBrowser(Get(target)), target);
  }
  BOOST_TEST(IsFromBrowser(Get("/_rowhouse/console/app-1.js", {{"Accept", "*/*"}})));
  BOOST_TEST(!IsFromBrowser(Get("/_rowhouse/tables")));
  BOOST_TEST(!IsFromBrowser(Get("/_rowhouse/consoles")));
  wire::Request post = Get("/_rowhouse/console/app-1.js");
  post.method = "POST";
  BOOST_TEST(!IsFromBrowser(post));
}

BOOST_AUTO_TEST_CASE(ServesThePageToBeAskedForEachTime) {
  const auto page = AnswerBrowser(Get("/_rowhouse/"), kAssets);
  BOOST_TEST(page.status == 200);
  BOOST_TEST(page.body == "<!doctype html>");
  BOOST_TEST(HeaderOf(page, "Content-Type") == "text/html; charset=utf-8");
  BOOST_TEST(HeaderOf(page, "Cache-Control") == "no-cache");
  BOOST_TEST(HeaderOf(page, "ETag") == "\"page\"");
  BOOST_TEST(HeaderOf(page, "Content-Encoding") == "");
}

BOOST_AUTO_TEST_CASE(ServesTheOtherFilesForGood) {
  const auto script = AnswerBrowser(Get("/_rowhouse/console/app-1.js"), kAssets);
  BOOST_TEST(script.status == 200);
  BOOST_TEST(script.body == "\x1f\x8b packed");
  BOOST_TEST(HeaderOf(script, "Content-Encoding") == "gzip");
  BOOST_TEST(HeaderOf(script, "Cache-Control") == "max-age=31536000, immutable");
}

BOOST_AUTO_TEST_CASE(SendsNothingThatTheBrowserHas) {
  const auto page = AnswerBrowser(
      Get("/_rowhouse/", {{"Accept", "text/html"}, {"If-None-Match", "\"page\""}}), kAssets);
  BOOST_TEST(page.status == 304);
  BOOST_TEST(page.body == "");
  BOOST_TEST(HeaderOf(page, "ETag") == "\"page\"");
  const auto other = AnswerBrowser(
      Get("/_rowhouse/", {{"Accept", "text/html"}, {"If-None-Match", "\"old\""}}), kAssets);
  BOOST_TEST(other.status == 200);
}

BOOST_AUTO_TEST_CASE(LetsNoOtherPageInAndNoDataOut) {
  for (const char* target :
       {"/_rowhouse/", "/_rowhouse/console/app-1.js", "/_rowhouse/console/x"}) {
    BOOST_TEST_CONTEXT(target) {
      const auto answer = AnswerBrowser(Get(target), kAssets);
      const std::string policy = HeaderOf(answer, "Content-Security-Policy");
      for (const char* rule :
           {"default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'",
            "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"}) {
        BOOST_TEST(policy.find(rule) != std::string::npos, rule);
      }
      BOOST_TEST(policy.find("unsafe") == std::string::npos);
      BOOST_TEST(HeaderOf(answer, "X-Content-Type-Options") == "nosniff");
      BOOST_TEST(HeaderOf(answer, "Referrer-Policy") == "no-referrer");
      BOOST_TEST(HeaderOf(answer, "Cross-Origin-Opener-Policy") == "same-origin");
      BOOST_TEST(HeaderOf(answer, "Cross-Origin-Resource-Policy") == "same-origin");
    }
  }
}

BOOST_AUTO_TEST_CASE(AFileThatIsNotThereIsNotKept) {
  for (const console::Assets assets : {console::Assets(kAssets), console::Assets()}) {
    const auto answer = AnswerBrowser(Get("/_rowhouse/console/app-0.js"), assets);
    BOOST_TEST(answer.status == 404);
    BOOST_TEST(HeaderOf(answer, "Cache-Control") == "no-store");
  }
}

BOOST_AUTO_TEST_CASE(TheAddressOfTheServerLeadsToTheConsole) {
  const auto root = AnswerBrowser(Get("/"), kAssets);
  BOOST_TEST(root.status == 302);
  BOOST_TEST(HeaderOf(root, "Location") == "/_rowhouse/");
  BOOST_TEST(AnswerBrowser(Get("/_rowhouse"), kAssets).status == 301);
}

BOOST_AUTO_TEST_CASE(WithoutTheConsoleThereIsAPlainPage) {
  for (const char* target : {"/", "/_rowhouse/"}) {
    const auto page = AnswerBrowser(Get(target), {});
    BOOST_TEST(page.status == 200);
    BOOST_TEST(page.body.find("<h1>Rowhouse") != std::string::npos);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::admin
