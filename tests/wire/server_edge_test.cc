// Clients that send invalid, late, incomplete or too large requests.

#include "entity/limits.h"
#include "tests/wire/server_fixture.h"

#include <thread>
#include <vector>

namespace rowhouse::wire {

using test::RawClient;

BOOST_FIXTURE_TEST_SUITE(ServerExpectTest, ServerFixture)

BOOST_AUTO_TEST_CASE(SaysContinueBeforeTheBodyIsSent) {
  RawClient client = Connect();
  for (int i = 0; i < 3; ++i) {  // on one connection: PUTs of the C++ SDK
    client.Send(PostHead("/t", 4, "expect: 100-Continue\r\n"));
    const auto interim = client.ReadResponse(false);
    BOOST_REQUIRE(interim);
    BOOST_TEST(interim->status_line == "HTTP/1.1 100 Continue");
    BOOST_TEST(interim->headers.empty());
    BOOST_TEST(client.IsSilentFor(20ms));
    client.Send("body");
    BOOST_TEST(client.ReadResponse()->body == "POST /t\nbody");
  }
  BOOST_TEST(handler.heads_checked == 3);
}

BOOST_AUTO_TEST_CASE(SaysContinueBeforeAChunkedBody) {
  RawClient client = Connect();
  client.Send(
      "PUT /t HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n");
  BOOST_TEST(client.ReadResponse(false)->status == 100);
  client.Send("4\r\nbody\r\n0\r\n\r\n");
  BOOST_TEST(client.ReadResponse()->body == "PUT /t\nbody");
}

BOOST_AUTO_TEST_CASE(AFinalAnswerTakesThePlaceOfContinue) {
  handler.check_head = [](const Request& head) {
    Response response;
    response.status = 403;
    response.body = "not " + head.target;
    return response;
  };
  RawClient client = Connect();
  client.Send(PostHead("/t", 4, "Expect: 100-continue\r\n"));
  const auto response = client.ReadResponse();
  BOOST_REQUIRE(response);
  BOOST_TEST(response->status == 403);
  BOOST_TEST(response->body == "not /t");
  BOOST_TEST(response->Header("Connection") == "close");
  BOOST_TEST(client.IsClosedWithin(1000ms));
  BOOST_TEST(handler.handled == 0);
}

BOOST_AUTO_TEST_CASE(DoesNotSayContinueIfTheClientDoesNotWait) {
  RawClient client = Connect();
  client.Send("GET /a HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n");
  BOOST_TEST(client.ReadResponse()->status == 200);  // no body
  client.Send(
      "POST /b HTTP/1.0\r\nConnection: keep-alive\r\nContent-Length: 1\r\n"
      "Expect: 100-continue\r\n\r\n");
  BOOST_TEST(client.IsSilentFor(50ms));  // HTTP/1.0 has no interim answers
  client.Send("x");
  BOOST_TEST(client.ReadResponse()->body == "POST /b\nx");
  client.Send(PostHead("/c", 1, "Expect: 100-continue\r\n") + "y");  // the body is already sent
  BOOST_TEST(client.ReadResponse()->body == "POST /c\ny");
}

BOOST_AUTO_TEST_CASE(ChecksTheHeadBeforeABodyThatMayBeLarge) {
  RawClient client = Connect();
  client.Send(PostHead("/small", 4) + "body");
  BOOST_TEST(client.ReadResponse()->status == 200);
  BOOST_TEST(handler.heads_checked == 0);
  client.Send("POST /t HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
  BOOST_TEST(client.ReadResponse()->status == 200);
  BOOST_TEST(handler.heads_checked == 1);
  handler.check_head = [](const Request&) { return Response{.status = 403}; };
  client.Send(PostHead("/large", 256U << 10U));
  BOOST_TEST(client.ReadResponse()->status == 403);
}

BOOST_AUTO_TEST_CASE(RefusesAnotherExpectation) {
  RawClient client = Connect();
  client.Send(PostHead("/t", 4, "Expect: the-unexpected\r\n"));
  BOOST_TEST(client.ReadResponse()->status == 417);
}

BOOST_AUTO_TEST_CASE(ChecksTheHeadBeforeALargeBody) {
  handler.check_head = [](const Request&) { return Response{.status = 403}; };
  RawClient client = Connect();
  client.Send(PostHead("/t", 1U << 20U));
  BOOST_TEST(client.ReadResponse()->status == 403);
  BOOST_TEST(handler.handled == 0);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_FIXTURE_TEST_SUITE(ServerRefusalTest, ServerFixture)

BOOST_AUTO_TEST_CASE(AnswersAndClosesWhatIsNotHttp) {
  for (const std::string input : {"GET / HTTP/1.1\nHost: x\n\n", "\x16\x03\x01", "GET /\r\n\r\n"}) {
    RawClient client = Connect();
    client.Send(input);
    const auto response = client.ReadResponse();
    BOOST_REQUIRE(response);
    BOOST_TEST(response->status == 400);
    BOOST_TEST(response->body == "InvalidInput");
    BOOST_TEST(response->Header("Connection") == "close");
    BOOST_TEST(client.IsClosedWithin(1000ms));
  }
}

BOOST_AUTO_TEST_CASE(NothingAfterARefusedRequestIsExecuted) {
  RawClient client = Connect();
  client.Send(
      "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"
      "0\r\n\r\n" +
      Get("/smuggled"));
  BOOST_TEST(client.ReadResponse()->status == 400);
  BOOST_TEST(client.ReadAll() == "");
  BOOST_TEST(handler.handled == 0);
}

BOOST_AUTO_TEST_CASE(PassesTheRefusedHeadToTheHandler) {
  RawClient client = Connect();
  client.Send("GET /seen HTTP/1.1\r\n\r\n");
  const auto response = client.ReadResponse();
  BOOST_TEST(response->body == "HostInformationNotPresent");
  BOOST_TEST(response->Header("X-Target") == "/seen");
}

BOOST_AUTO_TEST_CASE(ATooLongTargetIs414) {
  RawClient client = Connect();
  client.Send(Get("/" + std::string(limits::kTargetBytesMax, 'a')));
  BOOST_TEST(client.ReadResponse()->status_line == "HTTP/1.1 414 URI Too Long");
}

BOOST_AUTO_TEST_CASE(AnEndlessHeadIs431) {
  RawClient client = Connect();
  client.Send("GET / HTTP/1.1\r\nHost: x\r\n");
  const std::string line = "X-Filler: " + std::string(1000, 'a') + "\r\n";
  for (int i = 0; i < 1000 && client.Send(line); ++i) {
  }
  BOOST_TEST(client.ReadResponse()->status == 431);
}

// The client continues to send while it is refused, and still gets the answer instead of a reset.
BOOST_AUTO_TEST_CASE(ATooLargeBodyIs413WhileItIsStillSent) {
  for (const bool chunked : {false, true}) {
    RawClient client = Connect();
    const std::size_t size = 7U << 20U;
    client.Send(chunked
                    ? "POST /t HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n700000\r\n"
                    : PostHead("/t", size));
    BOOST_TEST(client.Send(std::string(size, 'a')));
    const auto response = client.ReadResponse();
    BOOST_REQUIRE(response);
    BOOST_TEST(response->status == 413);
    BOOST_TEST(response->Header("Connection") == "close");
  }
  BOOST_TEST(handler.handled == 0);
}

BOOST_AUTO_TEST_CASE(Status413IsSentBeforeTheBody) {
  RawClient client = Connect();
  client.Send(PostHead("/t", 1U << 30U, "Expect: 100-continue\r\n"));
  BOOST_TEST(client.ReadResponse()->status == 413);
}

BOOST_AUTO_TEST_CASE(TakesTheLargestBody) {
  const std::string body(limits::kBodyBytesMax, 'a');
  RawClient client = Connect();
  client.Send(Post("/t", body));
  BOOST_TEST(client.ReadResponse()->body.size() == body.size() + 8);
  client.Send("POST /t HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n400000\r\n" + body +
              "\r\n0\r\n\r\n");
  BOOST_TEST(client.ReadResponse()->body.size() == body.size() + 8);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_FIXTURE_TEST_SUITE(ServerTimeoutTest, ServerFixture)

BOOST_AUTO_TEST_CASE(AnIncompleteHeadIs408) {
  options.head_time = 100ms;
  RawClient client = Connect();
  client.Send("GET / HT");
  BOOST_TEST(client.ReadResponse()->status == 408);
  BOOST_TEST(!client.ReadResponse(true, 1000ms));
}

BOOST_AUTO_TEST_CASE(MoreBytesDoNotExtendTheTimeForAHead) {
  options.head_time = 200ms;
  RawClient client = Connect();
  const auto start = std::chrono::steady_clock::now();
  client.Send("GET / HTTP/1.1\r\nX: ");
  while (client.IsSilentFor(10ms)) client.Send("a");
  BOOST_TEST(client.ReadResponse()->status == 408);
  BOOST_TEST((std::chrono::steady_clock::now() - start < 2000ms));
}

BOOST_AUTO_TEST_CASE(AnIncompleteBodyIs408) {
  options.body_time = 100ms;
  for (const bool chunked : {false, true}) {
    RawClient client = Connect();
    client.Send(chunked ? "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"
                        : PostHead("/", 5) + "ab");
    const auto response = client.ReadResponse();
    BOOST_REQUIRE(response);
    BOOST_TEST(response->status == 408);
    BOOST_TEST(response->Header("X-Target") == "/");
  }
}

BOOST_AUTO_TEST_CASE(AnIdleConnectionIsClosedSilently) {
  options.idle_time = 100ms;
  RawClient fresh = Connect();
  RawClient used = Connect();
  used.Send(Get("/"));
  BOOST_TEST(used.ReadResponse()->status == 200);
  BOOST_TEST(fresh.IsClosedWithin(2000ms));
  BOOST_TEST(used.IsClosedWithin(2000ms));
}

BOOST_AUTO_TEST_CASE(AClientThatDoesNotReadIsClosed) {
  options.write_time = 200ms;
  handler.handle = [](const Request&, const Responder& respond) {
    Response response;
    response.body.assign(64U << 20U, 'a');  // more than sockets buffer
    respond(std::move(response));
  };
  RawClient client = Connect();
  client.Send(Get("/"));
  std::this_thread::sleep_for(500ms);
  BOOST_TEST(client.ReadAll().size() < (64U << 20U));
}

BOOST_AUTO_TEST_CASE(HandlingHasNoTimeLimit) {
  options.idle_time = options.head_time = options.body_time = 50ms;
  std::jthread other;
  handler.handle = [&other](Request request, Responder respond) {
    other = std::jthread([request = std::move(request), respond = std::move(respond)] {
      std::this_thread::sleep_for(200ms);
      respond(Echo(request));
    });
  };
  RawClient client = Connect();
  client.Send(Get("/"));
  BOOST_TEST(client.ReadResponse()->status == 200);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_FIXTURE_TEST_SUITE(ServerOldClientTest, ServerFixture)

BOOST_AUTO_TEST_CASE(Http10IsAnsweredAndClosed) {
  handler.handle = [](const Request& request, const Responder& respond) {
    Response response = Echo(request);
    response.chunked = true;
    respond(std::move(response));
  };
  RawClient client = Connect();
  client.Send("GET /old HTTP/1.0\r\n\r\n");
  const auto response = client.ReadResponse();
  BOOST_REQUIRE(response);
  BOOST_TEST(response->status_line == "HTTP/1.0 200 OK");
  BOOST_TEST(!response->chunked);
  BOOST_TEST(response->body == "GET /old\n");
  BOOST_TEST(client.IsClosedWithin(1000ms));
}

BOOST_AUTO_TEST_CASE(Http10MayAskForKeepAlive) {
  RawClient client = Connect();
  for (int i = 0; i < 2; ++i) {
    client.Send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
    BOOST_TEST(client.ReadResponse()->Header("Connection") == "keep-alive");
  }
}

BOOST_AUTO_TEST_CASE(ARequestedCloseIsHonored) {
  RawClient client = Connect();
  client.Send("GET / HTTP/1.1\r\nHost: x\r\nConnection: TE, close\r\n\r\n");
  BOOST_TEST(client.ReadResponse()->Header("Connection") == "close");
  BOOST_TEST(client.IsClosedWithin(1000ms));
}

BOOST_AUTO_TEST_CASE(AnswersToHeadHaveNoBody) {
  RawClient client = Connect();
  client.Send("HEAD /t HTTP/1.1\r\nHost: x\r\n\r\n" + Get("/next"));
  const auto head = client.ReadResponse(false);
  BOOST_REQUIRE(head);
  BOOST_TEST(head->Header("Content-Length") == "8");
  BOOST_TEST(client.ReadResponse()->body == "GET /next\n");
}

BOOST_AUTO_TEST_CASE(AChunkedAnswerIsReadable) {
  handler.handle = [](const Request& request, const Responder& respond) {
    Response response = Echo(request);
    response.chunked = true;
    respond(std::move(response));
  };
  RawClient client = Connect();
  for (const std::string target : {"/a", "/b"}) {
    client.Send(Get(target));
    const auto response = client.ReadResponse();
    BOOST_REQUIRE(response);
    BOOST_TEST(response->chunked);
    BOOST_TEST(response->body == "GET " + target + "\n");
  }
}

BOOST_AUTO_TEST_CASE(AHalfClosedClientGetsItsAnswer) {
  RawClient client = Connect();
  client.Send(Get("/"));
  client.ShutdownSend();
  BOOST_TEST(client.ReadResponse()->status == 200);
  BOOST_TEST(client.IsClosedWithin(1000ms));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::wire
