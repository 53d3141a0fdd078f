#include "table_service/wire/response_text.h"

#include <boost/test/unit_test.hpp>
#include <vector>

namespace rowhouse::wire {
namespace {

constexpr std::string_view kDate = "Thu, 01 Jan 2026 00:00:00 GMT";

// The complete answer as a client receives it.
std::string Text(const Response& response, const Framing& framing) {
  std::string text;
  const BodyForm form = AppendResponseHead(text, response, framing, kDate);
  if (form != BodyForm::kNone) text += response.body;
  if (form == BodyForm::kChunk) text += kLastChunk;
  return text;
}

Response Make(int status, std::string body, bool chunked = false) {
  Response response;
  response.status = status;
  response.body = std::move(body);
  response.chunked = chunked;
  return response;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(AppendResponseHeadTest)

BOOST_AUTO_TEST_CASE(FramesTheBodyAsTheRequestAllows) {
  const std::string date = "Date: " + std::string(kDate) + "\r\n";
  const Framing head{.head_method = true};
  const Framing old{.http11 = false, .keep_alive = false};
  const Framing old_kept{.http11 = false};
  struct Case {
    std::string name;
    Response response;
    Framing framing;
    std::string text;
  };
  const std::vector<Case> cases = {
      {"plain",
       Make(200, "abc"),
       {},
       "HTTP/1.1 200 OK\r\n" + date + "Content-Length: 3\r\n\r\nabc"},
      {"empty", Make(200, ""), {}, "HTTP/1.1 200 OK\r\n" + date + "Content-Length: 0\r\n\r\n"},
      {"chunked",
       Make(200, "0123456789abcdef!", true),
       {},
       "HTTP/1.1 200 OK\r\n" + date +
           "Transfer-Encoding: chunked\r\n\r\n11\r\n0123456789abcdef!\r\n0\r\n\r\n"},
      {"chunked and empty",
       Make(200, "", true),
       {},
       "HTTP/1.1 200 OK\r\n" + date + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"},
      {"to HEAD", Make(405, "abc"), head,
       "HTTP/1.1 405 Method Not Allowed\r\n" + date + "Content-Length: 3\r\n\r\n"},
      {"to HEAD, chunked", Make(200, "abc", true), head,
       "HTTP/1.1 200 OK\r\n" + date + "Transfer-Encoding: chunked\r\n\r\n"},
      {"no content",
       Make(204, "never sent", true),
       {},
       "HTTP/1.1 204 No Content\r\n" + date + "Content-Length: 0\r\n\r\n"},
      {"not modified",
       Make(304, "never sent"),
       {},
       "HTTP/1.1 304 Not Modified\r\n" + date + "\r\n"},
      {"closing",
       Make(200, "a"),
       {.keep_alive = false},
       "HTTP/1.1 200 OK\r\n" + date + "Connection: close\r\nContent-Length: 1\r\n\r\na"},
      {"HTTP/1.0", Make(200, "abc", true), old,
       "HTTP/1.0 200 OK\r\n" + date + "Connection: close\r\nContent-Length: 3\r\n\r\nabc"},
      {"HTTP/1.0 kept", Make(200, "abc"), old_kept,
       "HTTP/1.0 200 OK\r\n" + date + "Connection: keep-alive\r\nContent-Length: 3\r\n\r\nabc"},
      {"unknown status",
       Make(299, ""),
       {},
       "HTTP/1.1 299 Unknown\r\n" + date + "Content-Length: 0\r\n\r\n"},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) { BOOST_TEST(Text(c.response, c.framing) == c.text); }
  }
}

BOOST_AUTO_TEST_CASE(KeepsTheReasonAndTheOrderOfHeaders) {
  Response response = Make(403, "");
  response.reason = "Server failed to authenticate the request.";
  response.headers = {{"x-b", "1"}, {"x-a", "2"}, {"x-b", "3"}};
  BOOST_TEST(Text(response, {})
                 .starts_with("HTTP/1.1 403 Server failed to authenticate the request.\r\nx-b: "
                              "1\r\nx-a: 2\r\nx-b: 3\r\n"));
}

BOOST_AUTO_TEST_CASE(NoValueForgesAHeader) {
  Response response = Make(200, "");
  response.reason = "fine\r\nX-Forged: 1";
  response.headers = {{"Location", "/a\r\n\r\nHTTP/1.1 200"}, {"a\nb", std::string("c\0d", 3)}};
  const std::string text = Text(response, {});
  BOOST_TEST(
      text.starts_with("HTTP/1.1 200 fine  X-Forged: 1\r\n"
                       "Location: /a    HTTP/1.1 200\r\na b: c d\r\nDate"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::wire
