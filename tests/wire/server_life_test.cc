// Many connections, failing handlers, and stopping a server.

#include "tests/wire/server_fixture.h"

#include <condition_variable>
#include <ctime>
#include <mutex>
#include <stdexcept>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace rowhouse::wire {

using test::RawClient;

namespace {

// A handler's answer that is deferred until the test sends it.
class DeferredAnswer {
 public:
  void Keep(Request request, Responder respond) {
    const std::lock_guard lock(mutex_);
    request_ = std::move(request);
    respond_ = std::move(respond);
    kept_.notify_all();
  }
  void WaitForRequest() {
    std::unique_lock lock(mutex_);
    BOOST_REQUIRE(kept_.wait_for(lock, 5s, [this] { return respond_ != nullptr; }));
  }
  void Respond() {
    const std::lock_guard lock(mutex_);
    respond_(Echo(request_));
    respond_ = nullptr;
  }
  void Drop() {
    const std::lock_guard lock(mutex_);
    respond_ = nullptr;
  }

 private:
  std::mutex mutex_;
  std::condition_variable kept_;
  Request request_;
  Responder respond_;
};

struct DeferredAnswerFixture : ServerFixture {
  DeferredAnswer deferred;
  DeferredAnswerFixture() {
    handler.handle = [this](Request request, Responder respond) {
      deferred.Keep(std::move(request), std::move(respond));
    };
  }
  ~DeferredAnswerFixture() { server.reset(); }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(ServerHandlerTest, ServerFixture)

BOOST_AUTO_TEST_CASE(AnExceptionIs500AndTheServerSurvives) {
  handler.handle = [](const Request& request, const Responder& respond) {
    if (request.target == "/bad") throw std::runtime_error("on purpose");
    if (request.target == "/worse") throw 1;
    respond(Echo(request));
  };
  RawClient client = Connect();
  for (const char* target : {"/bad", "/worse"}) {
    client.Send(Get(target));
    BOOST_TEST(client.ReadResponse()->body == "InternalError");
  }
  client.Send(Get("/good"));  // the connection survives, too
  BOOST_TEST(client.ReadResponse()->status == 200);
}

BOOST_AUTO_TEST_CASE(AnExceptionAfterTheAnswerIsHarmless) {
  handler.handle = [](const Request& request, const Responder& respond) {
    respond(Echo(request));
    throw std::runtime_error("on purpose");
  };
  RawClient client = Connect();
  for (int i = 0; i < 2; ++i) {
    client.Send(Get("/"));
    BOOST_TEST(client.ReadResponse()->status == 200);
  }
}

BOOST_AUTO_TEST_CASE(ARefusalThatThrowsIsAnsweredWithItsStatus) {
  handler.refuse = [](const Request&, ErrorCode) -> Response {
    throw std::runtime_error("on purpose");
  };
  RawClient client = Connect();
  client.Send("no HTTP\r\n\r\n");
  BOOST_TEST(client.ReadResponse()->status == 400);
}

BOOST_AUTO_TEST_CASE(AnExceptionInCheckHeadIs500) {
  handler.check_head = [](const Request&) -> std::optional<Response> {
    throw std::runtime_error("on purpose");
  };
  RawClient client = Connect();
  client.Send(PostHead("/", 1, "Expect: 100-continue\r\n"));
  BOOST_TEST(client.ReadResponse()->status == 500);
}

BOOST_AUTO_TEST_CASE(ADroppedRequestIs500) {
  handler.handle = [](const Request&, const Responder&) {};
  RawClient client = Connect();
  for (int i = 0; i < 2; ++i) {
    client.Send(Get("/"));
    BOOST_TEST(client.ReadResponse()->status == 500);
  }
}

BOOST_AUTO_TEST_CASE(ASecondAnswerIsDropped) {
  handler.handle = [](const Request& request, const Responder& respond) {
    respond(Echo(request));
    respond(Response{.status = 500});
  };
  RawClient client = Connect();
  for (int i = 0; i < 2; ++i) {
    client.Send(Get("/"));
    BOOST_TEST(client.ReadResponse()->status == 200);
  }
}

BOOST_AUTO_TEST_CASE(TheHandlerSeesTheClientsAddress) {
  handler.handle = [](const Request& request, const Responder& respond) {
    Response response;
    response.body = request.remote_address;
    respond(std::move(response));
  };
  RawClient client = Connect();
  client.Send(Get("/"));
  BOOST_TEST(client.ReadResponse()->body == "127.0.0.1");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_FIXTURE_TEST_SUITE(ServerConnectionsTest, ServerFixture)

BOOST_AUTO_TEST_CASE(AThousandIdleConnectionsDoNotDisturbOthers) {
  rlimit files{};
  BOOST_REQUIRE(getrlimit(RLIMIT_NOFILE, &files) == 0);
  files.rlim_cur = files.rlim_max;
  BOOST_REQUIRE(setrlimit(RLIMIT_NOFILE, &files) == 0);
  std::vector<RawClient> idle;
  for (int i = 0; i < 1000; ++i) idle.push_back(Connect());
  RawClient busy = Connect();
  for (int i = 0; i < 100; ++i) {
    busy.Send(Get("/"));
    BOOST_REQUIRE(busy.ReadResponse());
  }
  for (RawClient& client : idle) client.Send(Get("/idle"));
  for (RawClient& client : idle) BOOST_REQUIRE(client.ReadResponse());
  const auto start = std::chrono::steady_clock::now();
  server->Stop();
  BOOST_TEST((std::chrono::steady_clock::now() - start < 2000ms));
  BOOST_TEST(idle.front().IsClosedWithin(1000ms));
}

BOOST_AUTO_TEST_CASE(WhenFullTheLongestIdleConnectionIsClosed) {
  options.connections_max = 4;
  options.io_threads = 1;
  std::vector<RawClient> clients;
  for (int i = 0; i < 4; ++i) {
    clients.push_back(Connect());
    clients.back().Send(Get("/"));
    BOOST_REQUIRE(clients.back().ReadResponse());
  }
  RawClient fifth = Connect();
  fifth.Send(Get("/"));
  BOOST_TEST(fifth.ReadResponse()->status == 200);
  BOOST_TEST(clients[0].IsClosedWithin(1000ms));
}

BOOST_AUTO_TEST_CASE(WhenAllConnectionsAreBusyANewClientWaits) {
  options.connections_max = 1;
  DeferredAnswer deferred;
  handler.handle = [&deferred](Request request, Responder respond) {
    deferred.Keep(std::move(request), std::move(respond));
  };
  RawClient busy = Connect();
  busy.Send(Get("/busy"));
  deferred.WaitForRequest();
  RawClient waiting = Connect();
  waiting.Send(Get("/waiting"));
  BOOST_TEST(waiting.IsSilentFor(100ms));
  deferred.Respond();
  const auto response = busy.ReadResponse();
  BOOST_REQUIRE(response);
  BOOST_TEST(response->Header("Connection") == "close");
  BOOST_TEST(busy.IsClosedWithin(1000ms) == true);
  deferred.WaitForRequest();
  deferred.Respond();
  BOOST_TEST(waiting.ReadResponse()->body == "GET /waiting\n");
}

BOOST_AUTO_TEST_CASE(OutOfDescriptorsItWaitsWithoutUsingTheProcessor) {
  RawClient first = Connect();
  first.Send(Get("/"));
  BOOST_REQUIRE(first.ReadResponse());
  rlimit files{};
  BOOST_REQUIRE(getrlimit(RLIMIT_NOFILE, &files) == 0);
  std::vector<RawClient> clients;
  clients.push_back(Connect());
  const int next = dup(0);
  BOOST_REQUIRE(next >= 0);
  close(next);
  std::this_thread::sleep_for(50ms);  // the connection above is accepted by now
  rlimit tight = files;
  tight.rlim_cur = static_cast<rlim_t>(next) + 2;  // some for clients, none for the server
  BOOST_REQUIRE(setrlimit(RLIMIT_NOFILE, &tight) == 0);
  RawClient last = Connect();
  last.Send(Get("/last"));
  const std::clock_t before = std::clock();
  std::this_thread::sleep_for(400ms);
  const std::clock_t used = std::clock() - before;
  BOOST_REQUIRE(setrlimit(RLIMIT_NOFILE, &files) == 0);
  BOOST_TEST(used < CLOCKS_PER_SEC / 10);
  BOOST_TEST(last.ReadResponse()->status == 200);
}

BOOST_AUTO_TEST_CASE(ClientsThatDisconnectAreCountedOut) {
  options.connections_max = 50;  // fewer than the clients: each must be counted out
  handler.handle = [](Request request, Responder respond) {
    std::thread([request = std::move(request), respond = std::move(respond)] {
      respond(Echo(request));
    }).detach();
  };
  for (int i = 0; i < 200; ++i) {
    RawClient client = Connect();
    const int kind = i % 4;
    if (kind == 0) client.Send("GET / HT");
    if (kind == 1) client.Send(PostHead("/", 100) + "half");
    if (kind == 2) client.Send(Get("/"));
    if (kind == 3) client.Send(Get("/") + Get("/"));
    if (i % 2 == 0) client.Reset();
  }
  RawClient client = Connect();
  client.Send(Get("/"));
  BOOST_TEST(client.ReadResponse()->status == 200);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_FIXTURE_TEST_SUITE(ServerStopTest, DeferredAnswerFixture)

BOOST_AUTO_TEST_CASE(ARequestInProgressIsAnswered) {
  RawClient client = Connect();
  client.Send(Get("/in-progress"));
  deferred.WaitForRequest();
  std::jthread stopping([this] { server->Stop(); });
  std::this_thread::sleep_for(50ms);
  deferred.Respond();
  const auto response = client.ReadResponse();
  BOOST_REQUIRE(response);
  BOOST_TEST(response->body == "GET /in-progress\n");
  BOOST_TEST(response->Header("Connection") == "close");
}

BOOST_AUTO_TEST_CASE(AHalfReadRequestMayArrive) {
  RawClient client = Connect();
  client.Send(PostHead("/half", 4) + "ha");
  std::this_thread::sleep_for(50ms);
  std::jthread stopping([this] { server->Stop(); });
  std::this_thread::sleep_for(50ms);
  client.Send("lf");
  deferred.WaitForRequest();
  deferred.Respond();
  BOOST_TEST(client.ReadResponse()->body == "POST /half\nhalf");
}

BOOST_AUTO_TEST_CASE(IdleConnectionsAreClosedAndNewOnesRefused) {
  RawClient idle = Connect();
  const std::uint16_t port = server->Port();
  std::this_thread::sleep_for(20ms);
  server->Stop();
  BOOST_TEST(idle.IsClosedWithin(1000ms));
  ServerOptions again{.port = port};
  BOOST_TEST(Server::Start(again, handler).has_value());  // the port is free
}

BOOST_AUTO_TEST_CASE(ARequestThatTakesTooLongIsCutOffAndMayAnswerLate) {
  options.shutdown_time = 100ms;
  RawClient client = Connect();
  client.Send(Get("/"));
  deferred.WaitForRequest();
  server->Stop();
  BOOST_TEST(client.IsClosedWithin(1000ms));
  server.reset();
  deferred.Respond();  // to nobody; must not crash
  BOOST_TEST(handler.handled == 1);
}

BOOST_AUTO_TEST_CASE(ARequestDroppedAfterTheEndIsHarmless) {
  options.shutdown_time = 50ms;
  RawClient client = Connect();
  client.Send(Get("/"));
  deferred.WaitForRequest();
  server.reset();
  deferred.Drop();
  BOOST_TEST(client.IsClosedWithin(1000ms));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_FIXTURE_TEST_SUITE(ServerStartTest, ServerFixture)

BOOST_AUTO_TEST_CASE(SaysWhyItCannotListen) {
  Connect();
  const auto taken = Server::Start({.port = server->Port()}, handler);
  BOOST_REQUIRE(!taken);
  BOOST_TEST(taken.error().find(std::to_string(server->Port())) != std::string::npos);
  BOOST_TEST(taken.error().find("in use") != std::string::npos);
  const auto named = Server::Start({.address = "localhost", .port = 0}, handler);
  BOOST_REQUIRE(!named);
  BOOST_TEST(named.error().find("127.0.0.1") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::wire
