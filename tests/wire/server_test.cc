// Well-formed requests over a socket, and their answers.

#include "entity/limits.h"
#include "tests/wire/server_fixture.h"

#include <future>
#include <thread>
#include <vector>

namespace rowhouse::wire {

using test::RawClient;

BOOST_FIXTURE_TEST_SUITE(ServerTest, ServerFixture)

BOOST_AUTO_TEST_CASE(AnswersSuccessiveRequestsOnOneConnection) {
  RawClient client = Connect();
  for (const std::string target : {"/a", "/b?x=1", "/c"}) {
    client.Send(Get(target));
    const auto response = client.ReadResponse();
    BOOST_REQUIRE(response);
    BOOST_TEST(response->status_line == "HTTP/1.1 200 OK");
    BOOST_TEST(response->body == "GET " + target + "\n");
    BOOST_TEST(response->Header("Connection") == "");
    BOOST_TEST(response->Header("Date").size() == 29U);
  }
  BOOST_TEST(handler.handled == 3);
  BOOST_TEST(handler.heads_checked == 0);
}

BOOST_AUTO_TEST_CASE(AnswersPipelinedRequestsInOrder) {
  // The first request is answered last, from another thread.
  std::vector<std::jthread> threads;
  handler.handle = [&threads](Request request, Responder respond) {
    if (request.target != "/0") {
      respond(Echo(request));
      return;
    }
    threads.emplace_back([request = std::move(request), respond = std::move(respond)] {
      std::this_thread::sleep_for(50ms);
      respond(Echo(request));
    });
  };
  RawClient client = Connect();
  std::string all;
  for (int i = 0; i < 200; ++i) {
    const std::string target = "/" + std::to_string(i);
    all += i % 2 == 0 ? Get(target) : Post(target, "body of " + target);
  }
  client.Send(all);
  for (int i = 0; i < 200; ++i) {
    const auto response = client.ReadResponse();
    BOOST_REQUIRE(response);
    const std::string target = "/" + std::to_string(i);
    BOOST_TEST(response->body ==
               (i % 2 == 0 ? "GET " + target + "\n" : "POST " + target + "\nbody of " + target));
  }
}

BOOST_AUTO_TEST_CASE(ReadsARequestSplitAtAnyByte) {
  const std::string body = "{\"Name\":\"\xC3\xBC\"}";
  const std::string sized =
      PostHead("/t('\xC3\xBC')?q=\"{|}\"", body.size(), "X-Tab: a\tb\r\n") + body;
  const std::string chunked =
      "PUT /t HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
      "5;ext=\"v\"\r\n{\"a\":\r\n2\r\n1}\r\n0\r\nX-Trailer: t\r\n\r\n";
  struct Case {
    std::string name, request, answer;
  };
  const std::vector<Case> cases = {
      {"sized", sized, "POST /t('\xC3\xBC')?q=\"{|}\"\n" + body},
      {"chunked", chunked, "PUT /t\n{\"a\":1}"},
  };
  RawClient client = Connect();
  for (const Case& c : cases) {
    for (std::size_t at = 1; at < c.request.size(); ++at) {
      BOOST_TEST_CONTEXT(c.name << " at " << at) {
        client.Send(c.request.substr(0, at));
        std::this_thread::sleep_for(200us);
        client.Send(c.request.substr(at));
        const auto response = client.ReadResponse();
        BOOST_REQUIRE(response);
        BOOST_TEST(response->body == c.answer);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(ReadsARequestThatArrivesByteByByte) {
  RawClient client = Connect();
  for (const char c : Post("/slow", "0123456789")) {
    client.Send(std::string(1, c));
    std::this_thread::sleep_for(100us);
  }
  BOOST_TEST(client.ReadResponse()->body == "POST /slow\n0123456789");
}

BOOST_AUTO_TEST_CASE(AnswersFromAnotherThread) {
  std::jthread other;
  handler.handle = [&other](Request request, Responder respond) {
    other = std::jthread(
        [request = std::move(request), respond = std::move(respond)] { respond(Echo(request)); });
  };
  RawClient client = Connect();
  for (int i = 0; i < 20; ++i) {
    client.Send(Get("/x"));
    const auto response = client.ReadResponse();
    BOOST_REQUIRE(response);
    BOOST_TEST(response->body == "GET /x\n");
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::wire
