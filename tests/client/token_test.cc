// Tokens of Entra ID: where they may go, when they are asked for, what goes wrong.

#include "tests/client/scripted_server.h"

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <functional>
#include <rowhouse/async.h>
#include <rowhouse/bulk_writer.h>
#include <stdexcept>
#include <string>

namespace rowhouse::tables {
namespace {

using namespace std::chrono_literals;

const Step kBusy{.answer = ErrorAnswer(503, "ServerBusy")};
const Step kRefused{.answer = ErrorAnswer(401, "InvalidAuthenticationInfo")};
const Step kEmptyPage{.answer =
                          Answer(200, "Content-Type: application/json\r\n", R"({"value":[]})")};

TableClient ClientOf(const ScriptedServer& server, TokenCallback token) {
  return {server.Endpoint(), "People", std::move(token), {.retry = {.delay_first = 1ms}}};
}

// The value of a header in the head of a request; cpprestsdk leaves out the space after the colon.
std::string HeaderOf(const std::string& head, const std::string& name) {
  const std::size_t at = head.find("\r\n" + name + ":");
  if (at == std::string::npos) return "";
  const std::size_t begin = at + name.size() + 3;
  const std::size_t end = head.find("\r\n", begin);
  return head.substr(begin, end - begin);
}

bool Contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

void CheckNotSent(const std::function<void()>& call, std::string_view reason) {
  try {
    call();
    BOOST_ERROR("must throw");
  } catch (const TableError& error) {
    BOOST_TEST((error.Kind() == ErrorKind::kNotSent));
    BOOST_TEST(Contains(error.Message(), reason), error.Message());
  }
}

BOOST_AUTO_TEST_SUITE(TokenTest)

BOOST_AUTO_TEST_CASE(EachCallAsksForATokenAndSendsItAsBearer) {
  const ScriptedServer server({Done(), kBusy, Done()});
  std::atomic<int> asked = 0;
  const TableClient table = ClientOf(server, [&] { return "token-" + std::to_string(++asked); });
  table.UpsertMerge(Entity("p", "1"));
  table.UpsertMerge(Entity("p", "2"));
  const auto requests = server.Requests();
  BOOST_REQUIRE(requests.size() == 3U);
  BOOST_TEST(HeaderOf(requests[0], "Authorization") == "Bearer token-1");
  BOOST_TEST(HeaderOf(requests[1], "Authorization") == "Bearer token-2");
  BOOST_TEST(HeaderOf(requests[2], "Authorization") == "Bearer token-2");  // an attempt of its call
  for (const std::string& request : requests) {
    BOOST_TEST(HeaderOf(request, "x-ms-version") == "2020-12-06");
    BOOST_TEST(!Contains(request, "SharedKey"));
  }
}

BOOST_AUTO_TEST_CASE(TheServiceClientAndItsTablesShareIt) {
  const ScriptedServer server({Done(), kEmptyPage});
  const TableServiceClient service(server.Endpoint(), [] { return std::string("abc"); });
  const TableClient people = service.CreateTable("People");
  BOOST_TEST(people.QueryAsync().get().empty());
  for (const std::string& request : server.Requests()) {
    BOOST_TEST(HeaderOf(request, "Authorization") == "Bearer abc");
  }
  BOOST_CHECK_THROW(people.SasUrl({}), std::logic_error);
}

BOOST_AUTO_TEST_CASE(ARefusedTokenIsNotSentAgain) {
  const ScriptedServer server({kRefused});
  const TableClient table = ClientOf(server, [] { return std::string("expired"); });
  try {
    table.UpsertMerge(Entity("p", "r"));
    BOOST_ERROR("must throw");
  } catch (const TableError& error) {
    BOOST_TEST(error.Status() == 401);
    BOOST_TEST(error.Is("InvalidAuthenticationInfo"));
    BOOST_TEST(!Contains(error.what(), "expired"));
  }
  BOOST_TEST(server.Requests().size() == 1U);
}

BOOST_AUTO_TEST_CASE(WithoutATokenNothingIsSent) {
  const ScriptedServer server({Done()});
  const auto throwing = [&] {
    return ClientOf(server, []() -> std::string { throw std::runtime_error("no network"); });
  };
  CheckNotSent([&] { throwing().Insert(Entity("p", "r")); }, "no network");
  CheckNotSent([&] { throwing().InsertAsync(Entity("p", "r")).get(); }, "no network");
  CheckNotSent([&] { throwing().Query().Count(); }, "no network");
  CheckNotSent([&] { ClientOf(server, [] { return std::string(); }).TableExists(); }, "empty");
  CheckNotSent([&] { ClientOf(server, [] { return std::string("a\r\nb: c"); }).TableExists(); },
               "control character");
  BulkWriter writer(throwing());
  writer.UpsertReplace(Entity("p", "r"));
  BOOST_TEST(writer.Finish().failures.size() == 1U);
  BOOST_TEST(server.Requests().empty());
}

BOOST_AUTO_TEST_CASE(TokensGoWhereNobodyElseReadsThem) {
  const TokenCallback token = [] { return std::string("abc"); };
  for (const char* endpoint :
       {"https://acct.table.core.windows.net", "http://127.0.0.1:10002/devstoreaccount1",
        "http://localhost:10002/devstoreaccount1", "http://acct.localhost:10002"}) {
    BOOST_CHECK_NO_THROW(TableClient(endpoint, "People", token));
  }
  for (const char* endpoint : {"http://acct.table.core.windows.net", "http://10.0.0.1:10002/acct",
                               "http://localhost.example/acct", "https://acct.example?sig=a"}) {
    BOOST_CHECK_THROW(TableClient(endpoint, "People", token), std::invalid_argument);
    BOOST_CHECK_THROW(TableServiceClient(endpoint, token), std::invalid_argument);
  }
  BOOST_CHECK_THROW(TableClient("https://acct.example", "People", TokenCallback()),
                    std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rowhouse::tables
