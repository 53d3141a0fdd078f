// The memory that all clients of a server share for bodies.

#include "tests/wire/server_fixture.h"

#include <string>
#include <thread>
#include <vector>

namespace rowhouse::wire {

using test::RawClient;

namespace {

constexpr std::size_t kLarge = 100'000;
constexpr std::size_t kMax = 1'000'000;

struct Fixture : ServerFixture {
  std::shared_ptr<MemoryBudget> memory = std::make_shared<MemoryBudget>(kMax);
  Fixture() { options.memory = memory; }
  ~Fixture() { server.reset(); }

  bool BecomesFree() const {
    const auto end = std::chrono::steady_clock::now() + 5s;
    while (memory->used() > 0 && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(1ms);
    }
    return memory->used() == 0;
  }
};

// All but the last byte.
std::string Unfinished(std::size_t length) {
  return PostHead("/x", length) + std::string(length - 1, 'x');
}

}  // namespace

BOOST_AUTO_TEST_SUITE(MemoryShareTest)

BOOST_AUTO_TEST_CASE(TakesNoMoreThanThereIs) {
  MemoryBudget budget(100);
  MemoryShare share(budget);
  BOOST_TEST(share.GrowTo(60));
  BOOST_TEST(share.GrowTo(40));  // has it
  BOOST_TEST(budget.used() == 60U);
  {
    MemoryShare other(budget);
    BOOST_TEST(!other.GrowTo(41));
    BOOST_TEST(other.bytes() == 0U);
    BOOST_TEST(other.GrowTo(40));
    BOOST_TEST(!share.GrowTo(61));
    BOOST_TEST(budget.used() == 100U);
    other.Set(500);
    BOOST_TEST(budget.used() == 560U);
    BOOST_TEST(!share.GrowTo(61));
  }
  BOOST_TEST(budget.used() == 60U);
  BOOST_TEST(budget.refusals() == 3U);
  share.Set(10);
  BOOST_TEST(budget.used() == 10U);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_FIXTURE_TEST_SUITE(ServerMemoryTest, Fixture)

BOOST_AUTO_TEST_CASE(BodiesBeyondItAreRefusedAndOthersAreNot) {
  std::vector<RawClient> slow;
  while (slow.size() < 30 && memory->refusals() == 0) {
    slow.push_back(Connect());
    slow.back().Send(Unfinished(kLarge));
    while (memory->used() < slow.size() * kLarge && memory->refusals() == 0) {
      std::this_thread::sleep_for(1ms);
    }
  }
  BOOST_TEST(memory->used() <= kMax);
  BOOST_REQUIRE(memory->refusals() == 1U);
  const auto refused = slow.back().ReadResponse();
  BOOST_REQUIRE(refused.has_value());
  BOOST_TEST(refused->status == 503);
  BOOST_TEST(refused->body == "ServerBusy");
  slow.pop_back();
  // Small requests go on, and what was accepted is finished.
  RawClient small = Connect();
  small.Send(Post("/small", "body"));
  BOOST_TEST(small.ReadResponse()->body == "POST /small\nbody");
  for (RawClient& client : slow) client.Send("x");
  for (RawClient& client : slow) BOOST_TEST(client.ReadResponse()->body.size() > kLarge);
  BOOST_TEST(BecomesFree());
  RawClient again = Connect();
  again.Send(Post("/x", std::string(kLarge, 'x')));
  BOOST_TEST(again.ReadResponse()->status == 200);
}

BOOST_AUTO_TEST_CASE(ChunkedBodiesCountAsTheyGrow) {
  RawClient client = Connect();
  client.Send("POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
  const std::string chunk = "10000\r\n" + std::string(0x10000, 'x') + "\r\n";
  for (int i = 0; i < 20 && memory->refusals() == 0; ++i) {
    client.Send(chunk);
    std::this_thread::sleep_for(5ms);
  }
  BOOST_TEST(client.ReadResponse()->status == 503);
  BOOST_TEST(BecomesFree());
}

BOOST_AUTO_TEST_CASE(AnswersThatNobodyTakesAreNotReplacedByMoreOfThem) {
  handler.handle = [](const Request& request, const Responder& respond) {
    Response response;
    response.body.assign(request.target == "/small" ? 10 : 8 * kLarge, 'x');
    respond(std::move(response));
  };
  RawClient unread = Connect();
  for (int i = 0; i < 40; ++i) unread.Send(Get("/large"));
  // The kernel takes some of the answers, until its buffers are full.
  for (int steady = 0; steady < 100; ++steady) {
    std::this_thread::sleep_for(2ms);
    if (memory->used() == 0) steady = 0;
  }
  RawClient other = Connect();
  other.Send(Get("/large"));
  BOOST_TEST(other.ReadResponse()->status == 503);
  other.Send(Get("/small"));
  BOOST_TEST(other.ReadResponse()->status == 200);
  // What has been done is said, whatever it takes.
  other.Send(Post("/large", "change"));
  BOOST_TEST(other.ReadResponse()->status == 200);
  unread.Reset();
  BOOST_TEST(BecomesFree());
  other.Send(Get("/large"));
  BOOST_TEST(other.ReadResponse()->status == 200);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::wire
