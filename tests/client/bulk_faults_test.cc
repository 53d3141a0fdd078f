// A bulk writer whose answers get lost: what it finds out by itself, and what it reports.

#include "tests/client/scripted_server.h"

#include <boost/test/unit_test.hpp>
#include <rowhouse/bulk_writer.h>
#include <stop_token>
#include <thread>
#include <vector>

namespace rowhouse::tables {
namespace {

const Step kLose{.kind = Step::Kind::kCloseUnanswered};

Entity Stored() {
  Entity entity("p", "r");
  entity["N"] = 1;
  return entity;
}

Step Found(const std::string& entities) {
  return {.answer =
              Answer(200, "Content-Type: application/json\r\n", R"({"value":[)" + entities + "]}")};
}

struct Outcome {
  std::size_t done = 0;
  std::size_t skipped = 0;
  std::vector<ErrorKind> failures = {};
  std::size_t requests = 0;

  bool operator==(const Outcome&) const = default;
};

Outcome Insert(ScriptedServer::Script script, BulkOptions options) {
  const ScriptedServer server(std::move(script));
  const TableClient table(
      server.Endpoint(), "People", SharedKeyCredential::Development(),
      {.retry = {.attempts_max = 2, .delay_first = std::chrono::milliseconds(1)}});
  options.call.timeout = std::chrono::seconds(20);
  BulkWriter writer(table, std::move(options));
  writer.Insert(Stored());
  const BulkReport report = writer.Finish();
  Outcome outcome{.done = report.done, .skipped = report.skipped};
  for (const BulkFailure& failure : report.failures) {
    BOOST_TEST(!failure.refused);
    outcome.failures.push_back(failure.error.Kind());
  }
  outcome.requests = server.Requests().size();
  return outcome;
}

BOOST_AUTO_TEST_SUITE(BulkFaultsTest)

BOOST_AUTO_TEST_CASE(ALostAnswerIsReportedUnlessTheOptionsSayWhatToDo) {
  const Step same = Found(R"({"PartitionKey":"p","RowKey":"r","N":1})");
  const Step other = Found(R"({"PartitionKey":"p","RowKey":"r","N":2})");
  const std::vector<ErrorKind> unknown = {ErrorKind::kOutcomeUnknown};
  BOOST_TEST((Insert({kLose}, {}) == Outcome{.failures = unknown, .requests = 1}));
  BOOST_TEST((Insert({kLose, same}, {.on_conflict = OnConflict::kSkip}) ==
              Outcome{.skipped = 1, .requests = 2}));
  BOOST_TEST((Insert({kLose, other}, {.on_conflict = OnConflict::kSkip}) ==
              Outcome{.skipped = 1, .requests = 2}));
  BOOST_TEST((Insert({kLose, same}, {.resumed = true}) == Outcome{.done = 1, .requests = 2}));
  // Another entity, or none: it is sent again, and looked for once only.
  for (const Step& found : {other, Found("")}) {
    const Outcome lost = Insert({kLose, found, kLose}, {.resumed = true});
    BOOST_TEST(lost.done == 0U);
    BOOST_TEST((lost.failures == unknown));
  }
}

BOOST_AUTO_TEST_CASE(WhatCannotBeLookedForStaysInDoubt) {
  const Step refused{.answer = ErrorAnswer(403, "AuthorizationFailure")};
  BOOST_TEST((Insert({kLose, refused}, {.resumed = true}) ==
              Outcome{.failures = {ErrorKind::kOutcomeUnknown}, .requests = 2}));
}

BOOST_AUTO_TEST_CASE(ALostAnswerOfAnInsertThatOverwritesIsLookedForFirst) {
  const Step same = Found(R"({"PartitionKey":"p","RowKey":"r","N":1})");
  for (const OnConflict policy : {OnConflict::kReplace, OnConflict::kMerge}) {
    BOOST_TEST(
        (Insert({kLose, same}, {.on_conflict = policy}) == Outcome{.done = 1, .requests = 2}));
    // Not there: inserted again, then written over, and given up when that is lost too.
    const Outcome lost = Insert({kLose, Found(""), kLose}, {.on_conflict = policy});
    BOOST_TEST(lost.done == 0U);
    BOOST_TEST((lost.failures == std::vector{ErrorKind::kOutcomeUnknown}));
  }
}

BOOST_AUTO_TEST_CASE(ALostAnswerIsLookedForOnRequest) {
  const Step same = Found(R"({"PartitionKey":"p","RowKey":"r","N":1})");
  BOOST_TEST(
      (Insert({kLose, same}, {.looks_for_lost = true}) == Outcome{.done = 1, .requests = 2}));
}

BOOST_AUTO_TEST_CASE(PatienceOutlastsABusyService) {
  const Step busy{.answer = ErrorAnswer(503, "ServerBusy")};
  const RetryPolicy patient{.attempts_max = 1,
                            .delay_first = std::chrono::milliseconds(1),
                            .delay_max = std::chrono::milliseconds(1),
                            .patience = std::chrono::seconds(20)};
  const Step refused{.answer = ErrorAnswer(403, "AuthorizationFailure")};
  const Outcome ended =
      Insert({busy, busy, busy, busy, busy, refused}, {.call = {.retry = patient}});
  BOOST_TEST((ended.failures == std::vector{ErrorKind::kService}));
  BOOST_TEST(ended.requests == 6U);
}

BOOST_AUTO_TEST_CASE(GivingUpEndsTheWaitForABusyService) {
  const Step busy{.answer = ErrorAnswer(503, "ServerBusy", "Retry-After: 600\r\n")};
  std::stop_source source;
  const ScriptedServer server({busy});
  const TableClient table(
      server.Endpoint(), "People", SharedKeyCredential::Development(),
      {.retry = {.patience = std::chrono::hours(1), .give_up = source.get_token()}});
  BulkWriter writer(table);
  writer.Insert(Stored());
  writer.Flush();
  while (server.Requests().empty()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  source.request_stop();
  const BulkReport report = writer.Finish();
  BOOST_TEST_REQUIRE(report.failures.size() == 1U);
  BOOST_TEST(server.Requests().size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rowhouse::tables
