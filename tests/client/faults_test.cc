// Faults between a client and its server, by a server that causes them on purpose.

#include "tests/client/scripted_server.h"

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <mutex>
#include <ostream>
#include <rowhouse/async.h>
#include <rowhouse/table_client.h>
#include <thread>
#include <vector>

namespace rowhouse::tables {

// For the messages of failed checks; the numbers are those of error.h.
static std::ostream& operator<<(std::ostream& out, ErrorKind kind) {
  return out << "ErrorKind " << static_cast<int>(kind);
}

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr std::string_view kOne = R"({"PartitionKey":"p","RowKey":"r","N":1})";

// Repeats fast. The reports of attempts are kept.
struct Client {
  explicit Client(const ScriptedServer& server, RetryPolicy policy = Fast())
      : table(server.Endpoint(), "People", SharedKeyCredential::Development(), Options(policy)) {}

  static RetryPolicy Fast() { return {.delay_first = 1ms, .delay_max = 5ms}; }
  ClientOptions Options(RetryPolicy policy) {
    return {.retry = policy, .observer = [this](const AttemptReport& report) {
              const std::lock_guard lock(mutex);
              reports.push_back(report);
            }};
  }

  std::mutex mutex;
  std::vector<AttemptReport> reports;
  TableClient table;
};

Step Reply(int status, std::string_view code, const std::string& headers = {}) {
  return {.answer = ErrorAnswer(status, std::string(code), headers)};
}
Step One() {
  return {.answer = Answer(200, "Content-Type: application/json\r\n", std::string(kOne))};
}
const Step kLose{.kind = Step::Kind::kCloseUnanswered};
const Step kReset{.kind = Step::Kind::kCloseAtHead};
const Step kHang{.kind = Step::Kind::kHang};

template <class Call>
ErrorKind KindOf(const Call& call) {
  try {
    call();
  } catch (const TableError& error) {
    BOOST_TEST_MESSAGE(error.what());
    const bool is_unknown = dynamic_cast<const OutcomeUnknownError*>(&error) != nullptr;
    BOOST_TEST(is_unknown == (error.Kind() == ErrorKind::kOutcomeUnknown));
    return error.Kind();
  }
  BOOST_ERROR("must throw");
  return ErrorKind::kService;
}

BOOST_AUTO_TEST_SUITE(FaultsTest)

BOOST_AUTO_TEST_CASE(ARefusedRequestIsRepeatedEvenIfItIsAnInsert) {
  const ScriptedServer server({Reply(503, "ServerBusy"), Reply(429, "TooManyRequests"), Done()});
  const Client client(server);
  client.table.Insert(Entity("p", "r"));
  BOOST_TEST(server.Requests().size() == 3U);
}

BOOST_AUTO_TEST_CASE(RetryAfterIsWaitedFor) {
  const ScriptedServer server({Reply(503, "ServerBusy", "Retry-After: 1\r\n"), Done()});
  const Client client(server);
  const auto begin = Clock::now();
  client.table.UpsertMerge(Entity("p", "r"));
  BOOST_TEST((Clock::now() - begin >= 1s));
}

BOOST_AUTO_TEST_CASE(RetryAfterBeyondTheDeadlineEndsTheCallAtOnce) {
  const ScriptedServer server({Reply(503, "ServerBusy", "Retry-After: 100\r\n"), Done()});
  const Client client(server);
  const auto begin = Clock::now();
  BOOST_TEST(KindOf([&] { client.table.Insert(Entity("p", "r"), {.timeout = 10s}); }) ==
             ErrorKind::kService);
  BOOST_TEST((Clock::now() - begin < 5s));
  BOOST_TEST(server.Requests().size() == 1U);
}

BOOST_AUTO_TEST_CASE(RetryAfterBeyondThePatienceEndsTheCallAtOnce) {
  const ScriptedServer server({Reply(503, "ServerBusy", "Retry-After: 100\r\n"), Done()});
  const Client client(server, {.patience = 30s});
  const auto begin = Clock::now();
  BOOST_TEST(KindOf([&] { client.table.Insert(Entity("p", "r"), {.timeout = 10s}); }) ==
             ErrorKind::kService);
  BOOST_TEST((Clock::now() - begin < 5s));
  BOOST_TEST(server.Requests().size() == 1U);
}

BOOST_AUTO_TEST_CASE(ThePatienceOutlastsTheTimeout) {
  const ScriptedServer server({Reply(503, "ServerBusy", "Retry-After: 2\r\n"), Done()});
  const Client client(server, {.patience = 30s});
  client.table.Insert(Entity("p", "r"), {.timeout = 1s});
  BOOST_TEST(server.Requests().size() == 2U);
}

BOOST_AUTO_TEST_CASE(TheLastRefusalIsTheAnswer) {
  const ScriptedServer server({Reply(503, "ServerBusy"), Reply(503, "ServerBusy")});
  const Client client(server, {.attempts_max = 2, .delay_first = 1ms});
  try {
    client.table.Get("p", "r");
    BOOST_ERROR("must throw");
  } catch (const TableError& error) {
    BOOST_TEST(error.Status() == 503);
    BOOST_TEST(error.Code() == "ServerBusy");
    BOOST_TEST(error.Info().attempts == 2);
  }
}

BOOST_AUTO_TEST_CASE(ALostAnswerIsRepeatedWhereThatIsSafe) {
  const ScriptedServer server({kLose, kLose, One()});
  const Client client(server);
  BOOST_TEST(client.table.Get("p", "r").Get<std::int32_t>("N") == 1);
  const ScriptedServer writes({kLose, Reply(500, "InternalError"), Done()});
  const Client writer(writes);
  BOOST_TEST(!writer.table.UpsertReplace(Entity("p", "r")).IsEmpty());
  BOOST_TEST(writes.Requests().size() == 3U);
}

BOOST_AUTO_TEST_CASE(ALostAnswerToAnInsertIsSaidToBeUnknown) {
  const ScriptedServer server({kLose, Done()});
  const Client client(server);
  BOOST_TEST(KindOf([&] { client.table.Insert(Entity("p", "r")); }) == ErrorKind::kOutcomeUnknown);
  BOOST_TEST(server.Requests().size() == 1U);
}

BOOST_AUTO_TEST_CASE(AServerErrorToAnInsertIsSaidToBeUnknown) {
  const ScriptedServer server({Reply(500, "InternalError"), Done()});
  const Client client(server);
  BOOST_TEST(KindOf([&] { client.table.Insert(Entity("p", "r")); }) == ErrorKind::kOutcomeUnknown);
  BOOST_TEST(server.Requests().size() == 1U);
}

BOOST_AUTO_TEST_CASE(ALostAnswerToAConditionIsUnknownAndToAnyVersionRepeated) {
  const ScriptedServer server({kLose, Done()});
  const Client client(server);
  BOOST_TEST(KindOf([&] {
               client.table.UpdateReplace(Entity("p", "r"), IfMatch::Version(ETag("W/\"1\"")));
             }) == ErrorKind::kOutcomeUnknown);
  const ScriptedServer other({kLose, Done()});
  const Client any(other);
  any.table.UpdateReplace(Entity("p", "r"), IfMatch::Any());
  BOOST_TEST(other.Requests().size() == 2U);
}

BOOST_AUTO_TEST_CASE(ARepeatedDeleteThatFindsNothingIsDone) {
  const ScriptedServer server({kLose, Reply(404, "ResourceNotFound")});
  const Client client(server);
  client.table.Delete("p", "r");
  BOOST_TEST(server.Requests().size() == 2U);
}

BOOST_AUTO_TEST_CASE(AReusedConnectionThatWasClosedIsRepeatedAtOnce) {
  // The second request meets a connection that the server has closed meanwhile, or closes then.
  const std::vector<std::pair<std::string, Step>> closings = {
      {"idle", {.answer = Done().answer, .close_after = 0ms}},
      {"at the head", kReset},
      {"unanswered", kLose}};
  for (const auto& [name, closing] : closings) {
    const bool is_idle = closing.close_after.count() >= 0;
    const ScriptedServer server(is_idle ? ScriptedServer::Script{closing, Done()}
                                        : ScriptedServer::Script{Done(), closing, Done()});
    Client client(server, {.attempts_max = 1, .delay_first = 10s});
    const auto begin = Clock::now();
    client.table.Insert(Entity("p", "1"));
    std::this_thread::sleep_for(50ms);
    client.table.Insert(Entity("p", "2"));  // though inserts are sent once
    BOOST_TEST((Clock::now() - begin < 5s), name);
    BOOST_TEST(server.Connections() == 2U, name);
  }
}

BOOST_AUTO_TEST_CASE(AReusedConnectionThatBreaksWithinALargeBodyIsRepeatedAtOnce) {
  const ScriptedServer server({Done(), kReset, Done()});
  const Client client(server, {.attempts_max = 1, .delay_first = 10s});
  Entity large("p", "2");
  for (int i = 0; i < 14; ++i) {
    large["P" + std::to_string(i)] = Binary{std::vector<std::uint8_t>(60'000)};
  }
  client.table.Insert(Entity("p", "1"));
  std::this_thread::sleep_for(50ms);  // until the connection is free
  client.table.Insert(large);
  BOOST_TEST(server.Connections() == 2U);
}

BOOST_AUTO_TEST_CASE(AConflictAfterAnImmediateRepetitionIsUnknown) {
  const ScriptedServer server({Done(), kLose, Reply(409, "EntityAlreadyExists")});
  const Client client(server);
  client.table.Insert(Entity("p", "1"));
  std::this_thread::sleep_for(50ms);  // until the connection is free
  BOOST_TEST(KindOf([&] { client.table.Insert(Entity("p", "2")); }) == ErrorKind::kOutcomeUnknown);
}

BOOST_AUTO_TEST_CASE(NoServerIsNotSent) {
  std::string endpoint;
  { endpoint = ScriptedServer({Done()}).Endpoint(); }
  const TableClient table(endpoint, "People", SharedKeyCredential::Development(),
                          {.retry = {.attempts_max = 3, .delay_first = 1ms}});
  BOOST_TEST(KindOf([&] { table.Insert(Entity("p", "r")); }) == ErrorKind::kNotSent);
  BOOST_TEST(KindOf([&] { table.Get("p", "r"); }) == ErrorKind::kNotSent);
}

BOOST_AUTO_TEST_CASE(AMalformedSuccessIsToldAtOnceAndNotRepeated) {
  const ScriptedServer server(
      {{.answer = Answer(200, "Content-Type: application/json\r\n", "{\"PartitionKey\":")}});
  const Client client(server);
  const auto begin = Clock::now();
  BOOST_TEST(KindOf([&] { client.table.Get("p", "r"); }) == ErrorKind::kMalformedAnswer);
  BOOST_TEST((Clock::now() - begin < 2s));
  BOOST_TEST(server.Requests().size() == 1U);
}

BOOST_AUTO_TEST_CASE(AWriteWithoutETagInItsAnswerIsNoFault) {
  const ScriptedServer server({{.answer = Answer(204)}});
  const Client client(server);
  BOOST_TEST(client.table.Insert(Entity("p", "r")).IsEmpty());
}

BOOST_AUTO_TEST_CASE(ErrorsInJsonXmlAndNothingAreRead) {
  const std::string xml =
      "<?xml version=\"1.0\"?><m:error xmlns:m=\"x\"><m:code>AuthenticationFailed</m:code>"
      "<m:message xml:lang=\"en-US\">No.\nTime:1</m:message></m:error>";
  const ScriptedServer server({{.answer = ErrorAnswer(404, "TableNotFound")},
                               {.answer = Answer(403, "", xml)},
                               {.answer = Answer(403, "x-ms-error-code: FromHeader\r\n")}});
  const Client client(server);
  const auto code = [&] {
    try {
      client.table.Get("p", "r");
    } catch (const TableError& error) {
      return error.Code() + "/" + error.Message();
    }
    return std::string();
  };
  BOOST_TEST(code() == "TableNotFound/text");
  BOOST_TEST(code() == "AuthenticationFailed/No.");
  BOOST_TEST(code() == "FromHeader/");
}

BOOST_AUTO_TEST_CASE(TheDeadlineEndsACallThatHangs) {
  const ScriptedServer server({kHang});
  const Client client(server);
  const auto begin = Clock::now();
  BOOST_TEST(KindOf([&] { client.table.Get("p", "r", {}, {.timeout = 100ms}); }) ==
             ErrorKind::kDeadline);
  BOOST_TEST(KindOf([&] { client.table.Get("p", "r", {}, {.deadline = Clock::now() + 100ms}); }) ==
             ErrorKind::kDeadline);
  BOOST_TEST(KindOf([&] { client.table.Insert(Entity("p", "r"), {.timeout = 100ms}); }) ==
             ErrorKind::kOutcomeUnknown);
  BOOST_TEST(KindOf([&] {
               client.table.Insert(Entity("p", "r"), {.deadline = Clock::now() - 1ms});
             }) == ErrorKind::kDeadline);
  BOOST_TEST((Clock::now() - begin < 5s));
}

BOOST_AUTO_TEST_CASE(CancellingEndsACallThatHangsOrWaits) {
  const ScriptedServer server({kHang});
  const Client client(server);
  std::stop_source source;
  std::thread later([&] {
    std::this_thread::sleep_for(100ms);
    source.request_stop();
  });
  BOOST_TEST(KindOf([&] {
               client.table.Get("p", "r", {}, {.cancellation = source.get_token()});
             }) == ErrorKind::kCancelled);
  later.join();
  BOOST_TEST(KindOf([&] {
               client.table.Insert(Entity("p", "r"), {.cancellation = source.get_token()});
             }) == ErrorKind::kCancelled);

  const ScriptedServer busy({Reply(503, "ServerBusy", "Retry-After: 30\r\n")});
  const Client waiting(busy);
  std::stop_source other;
  std::thread again([&] {
    std::this_thread::sleep_for(100ms);
    other.request_stop();
  });
  const auto begin = Clock::now();
  BOOST_TEST(KindOf([&] {
               waiting.table.Get("p", "r", {}, {.cancellation = other.get_token()});
             }) == ErrorKind::kCancelled);
  BOOST_TEST((Clock::now() - begin < 5s));
  again.join();
}

BOOST_AUTO_TEST_CASE(ContinuationsThatBlockStarveNobody) {
  // More blocking continuations than the connections have threads (40).
  std::vector<Step> answers(400, One());
  const ScriptedServer server(answers);
  const Client client(server);
  std::atomic<int> done{0};
  std::vector<pplx::task<void>> tasks;
  for (int i = 0; i < 60; ++i) {
    tasks.push_back(client.table.GetAsync("p", "r").then([&](const Entity&) {
      std::this_thread::sleep_for(20ms);
      client.table.Get("p", "r");
      client.table.GetAsync("p", "r").get();
      ++done;
    }));
  }
  for (auto& task : tasks) task.get();
  BOOST_TEST(done == 60);
}

BOOST_AUTO_TEST_CASE(TheObserverSeesEveryAttempt) {
  const ScriptedServer server({Reply(503, "ServerBusy", "x-ms-request-id: first\r\n"), Done()});
  Client client(server);
  client.table.Insert(Entity("p", "r"), {.client_request_id = "mine"});
  BOOST_REQUIRE(client.reports.size() == 2U);
  BOOST_TEST(client.reports[0].status == 503);
  BOOST_TEST(client.reports[0].request_id == "first");
  BOOST_TEST(client.reports[0].repeated_in.has_value());
  BOOST_TEST(client.reports[1].status == 204);
  BOOST_TEST(client.reports[1].attempt == 2);
  BOOST_TEST(client.reports[1].client_request_id == "mine");
  BOOST_TEST(!client.reports[1].repeated_in.has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rowhouse::tables
