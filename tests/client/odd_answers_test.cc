// Answers that no Table service gives, and arguments that would make odd requests.

#include "tests/client/scripted_server.h"

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <functional>
#include <rowhouse/bulk_writer.h>
#include <rowhouse/table_client.h>
#include <stdexcept>
#include <string>
#include <thread>

namespace rowhouse::tables {
namespace {

using namespace std::chrono_literals;

const Step kLose{.kind = Step::Kind::kCloseUnanswered};

TableClient ClientOf(const ScriptedServer& server) {
  return {server.Endpoint(),
          "People",
          SharedKeyCredential::Development(),
          {.retry = {.attempts_max = 1}}};
}

// The answer to a transaction: one part for each write, or the failure of one.
Step TransactionAnswer(const std::string& parts) {
  const std::string body =
      "--batchresponse_a\r\nContent-Type: multipart/mixed; boundary=changesetresponse_b\r\n\r\n" +
      parts + "--changesetresponse_b--\r\n--batchresponse_a--\r\n";
  return {.answer =
              Answer(202, "Content-Type: multipart/mixed; boundary=batchresponse_a\r\n", body)};
}

std::string Part(const std::string& response) {
  return "--changesetresponse_b\r\nContent-Type: application/http\r\n"
         "Content-Transfer-Encoding: binary\r\n\r\nHTTP/1.1 " +
         response + "\r\n";
}

ErrorKind KindOf(const std::function<void()>& call) {
  try {
    call();
  } catch (const TableError& error) {
    BOOST_TEST_MESSAGE(error.what());
    return error.Kind();
  }
  BOOST_ERROR("must throw");
  return ErrorKind::kMalformedAnswer;
}

BOOST_AUTO_TEST_SUITE(OddAnswersTest)

BOOST_AUTO_TEST_CASE(ARedirectionIsAnErrorAndNotFollowed) {
  for (const int status : {301, 302, 303, 304, 307, 308}) {
    const ScriptedServer server(
        {{.answer = Answer(status, "Location: /login\r\n")}, {.answer = Answer(200, "", "{}")}});
    const TableClient table = ClientOf(server);
    BOOST_TEST((KindOf([&] { table.Insert(Entity("p", "r")); }) == ErrorKind::kService), status);
    BOOST_TEST(server.Requests().size() == 1U, status);
  }
  const ScriptedServer server({{.answer = Answer(302, "Location: /login\r\n")}});
  const TableClient table = ClientOf(server);
  BOOST_TEST((KindOf([&] { table.Get("p", "r"); }) == ErrorKind::kService));
  BOOST_TEST((KindOf([&] { table.Delete("p", "r"); }) == ErrorKind::kService));
}

BOOST_AUTO_TEST_CASE(AWebPageIsNoSuccessOfAWrite) {
  const ScriptedServer server(
      {{.answer = Answer(200, "Content-Type: text/html\r\n", "<html>Sign in</html>")}});
  const TableClient table = ClientOf(server);
  Transaction transaction;
  transaction.Insert(Entity("p", "r"));
  const std::function<void()> writes[] = {
      [&] { table.Insert(Entity("p", "r")); }, [&] { table.UpsertReplace(Entity("p", "r")); },
      [&] { table.Delete("p", "r"); },         [&] { table.CreateIfNotExists(); },
      [&] { table.Submit(transaction); },      [&] { table.SetAccessPolicies({}); }};
  for (const auto& write : writes) BOOST_TEST((KindOf(write) == ErrorKind::kOutcomeUnknown));
  BOOST_TEST((KindOf([&] { table.Get("p", "r"); }) == ErrorKind::kMalformedAnswer));
}

// Its writes could not have been done twice: that they were done now means that they were not
// before.
BOOST_AUTO_TEST_CASE(ARepeatedTransactionThatIsDoneIsDone) {
  const ScriptedServer server({Done(), kLose, TransactionAnswer(Part("204 No Content\r\n"))});
  const TableClient table = ClientOf(server);
  table.UpsertMerge(Entity("p", "1"));
  std::this_thread::sleep_for(50ms);  // until the connection is free
  Transaction transaction;
  transaction.Insert(Entity("p", "2"));
  BOOST_TEST(table.Submit(transaction).writes.size() == 1U);
  BOOST_TEST(server.Requests().size() == 3U);
}

BOOST_AUTO_TEST_CASE(ARepeatedTransactionThatIsRefusedIsUnknown) {
  const std::string conflict =
      "409 Conflict\r\nContent-Type: application/json\r\n\r\n"
      R"({"odata.error":{"code":"EntityAlreadyExists","message":{"lang":"en-US","value":"0:No."}}})"
      "\r\n";
  const ScriptedServer server({Done(), kLose, TransactionAnswer(Part(conflict))});
  const TableClient table = ClientOf(server);
  table.UpsertMerge(Entity("p", "1"));
  std::this_thread::sleep_for(50ms);  // until the connection is free
  Transaction transaction;
  transaction.Insert(Entity("p", "2"));
  BOOST_TEST((KindOf([&] { table.Submit(transaction); }) == ErrorKind::kOutcomeUnknown));
}

BOOST_AUTO_TEST_CASE(TheLongestTimesAreForEver) {
  const ScriptedServer server({Done()});
  const TableClient table = ClientOf(server);
  table.UpsertMerge(Entity("p", "r"), {.timeout = std::chrono::milliseconds::max()});
  table.UpsertMerge(Entity("p", "r"), {.timeout = std::chrono::milliseconds::max(),
                                       .deadline = std::chrono::steady_clock::time_point::max()});
  BOOST_TEST(server.Requests().size() == 2U);
}

BOOST_AUTO_TEST_CASE(NoArgumentCanAddAHeader) {
  const ScriptedServer server({Done()});
  const TableClient table = ClientOf(server);
  const std::string bad = "a\r\nx-more: 1";
  const Entity entity("p", "r");
  BOOST_CHECK_THROW(table.UpsertMerge(entity, {.client_request_id = bad}), std::invalid_argument);
  BOOST_CHECK_THROW(table.UpdateMerge(entity, IfMatch::Version(ETag(bad))), std::invalid_argument);
  Transaction transaction;
  BOOST_CHECK_THROW(transaction.UpdateMerge(entity, IfMatch::Version(ETag(bad))),
                    std::invalid_argument);
  BOOST_CHECK_THROW(TableClient(server.Endpoint(), "People", SharedKeyCredential::Development(),
                                {.user_agent = bad}),
                    std::invalid_argument);
  BulkWriter writer(table, {.chunk_max = 1, .call = {.client_request_id = bad}});
  BOOST_CHECK_THROW(writer.UpsertMerge(entity), std::invalid_argument);
  BOOST_TEST(writer.Finish().done == 0U);  // and does not wait for what was never sent
  BOOST_TEST(server.Requests().empty());
}

BOOST_AUTO_TEST_CASE(TextThatIsNotUtf8IsNotSent) {
  const ScriptedServer server({Done()});
  const TableClient table = ClientOf(server);
  const std::string bad = "a\xFF";
  Entity with_text("p", "r");
  with_text["Text"] = bad;
  Entity with_name("p", "r");
  with_name[bad] = 1;
  for (const Entity& entity : {Entity(bad, "r"), Entity("p", bad), with_text, with_name}) {
    BOOST_CHECK_THROW(table.UpsertMerge(entity), std::invalid_argument);
    BOOST_CHECK_THROW(table.Insert(entity), std::invalid_argument);
    Transaction transaction;
    BOOST_CHECK_THROW(transaction.UpsertReplace(entity), std::invalid_argument);
    BOOST_TEST(transaction.IsEmpty());
  }
  BulkWriter writer(table, {});
  writer.UpsertMerge(Entity("p", "good"));
  BOOST_CHECK_THROW(writer.UpsertMerge(with_text), std::invalid_argument);
  BOOST_CHECK_THROW(table.Delete("p", bad), std::invalid_argument);
  BOOST_TEST(server.Requests().empty());
}

BOOST_AUTO_TEST_CASE(PagesOutliveTheirRangeAndClient) {
  const std::string set = R"({"value":[{"PartitionKey":"p","RowKey":"r"}]})";
  const ScriptedServer server(
      {{.answer = Answer(200, "x-ms-continuation-NextPartitionKey: 1\r\n", set)},
       {.answer = Answer(200, "", set)}});
  auto page = ClientOf(server).QueryPages({.page_size = 1}).begin();
  BOOST_TEST(page->entities.size() == 1U);
  ++page;
  BOOST_TEST(page->entities.size() == 1U);
  ++page;
  BOOST_TEST((page == PageRange::Iterator()));
}

// As JavaScript prints large doubles, which Azurite does.
BOOST_AUTO_TEST_CASE(ANumberBeyondInt64IsADouble) {
  const ScriptedServer server(
      {{.answer =
            Answer(200, "", R"({"PartitionKey":"p","RowKey":"r","D":10000000000000000000})")}});
  BOOST_TEST(ClientOf(server).Get("p", "r").Get<double>("D") == 1e19);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rowhouse::tables
