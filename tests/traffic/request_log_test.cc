// The latest requests: which are kept, in which order, in how much memory.

#include "table_service/traffic/request_log.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <thread>
#include <vector>

namespace rowhouse {
namespace {

AnsweredRequest Request(int number, int status) {
  return {.answered = std::chrono::steady_clock::time_point(std::chrono::seconds(number)),
          .status = status};
}

bool All(const LoggedRequest& /*request*/) { return true; }
bool Failed(const LoggedRequest& request) { return RequestLog::IsFailure(request); }

std::vector<int> StatusesOf(const std::vector<LoggedRequest>& requests) {
  std::vector<int> statuses;
  for (const LoggedRequest& request : requests) statuses.push_back(request.status);
  return statuses;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(RequestLogTest)

BOOST_AUTO_TEST_CASE(ReturnsTheLatestFirst) {
  RequestLog log;
  BOOST_TEST(log.Latest(10, All).empty());
  log.Record(Request(1, 200));
  log.Record(Request(2, 404));
  log.Record(Request(3, 204));
  BOOST_TEST(StatusesOf(log.Latest(10, All)) == (std::vector{204, 404, 200}));
  BOOST_TEST(StatusesOf(log.Latest(2, All)) == (std::vector{204, 404}));
  BOOST_TEST(StatusesOf(log.Latest(2, Failed)) == std::vector{404});
}

BOOST_AUTO_TEST_CASE(KeepsEveryPartOfARequest) {
  RequestLog log;
  log.Record({.duration = std::chrono::milliseconds(2),
              .status = 409,
              .id = "id",
              .client = "127.0.0.1",
              .account = "shop",
              .method = "POST",
              .target = "/shop/orders",
              .code = "EntityAlreadyExists",
              .reason = "it exists"});
  const LoggedRequest kept = log.Latest(1, All).at(0);
  BOOST_TEST((kept.duration == std::chrono::milliseconds(2)));
  BOOST_TEST(kept.id == "id");
  BOOST_TEST(kept.client == "127.0.0.1");
  BOOST_TEST(kept.account == "shop");
  BOOST_TEST(kept.method == "POST");
  BOOST_TEST(kept.target == "/shop/orders");
  BOOST_TEST(kept.code == "EntityAlreadyExists");
  BOOST_TEST(kept.reason == "it exists");
}

BOOST_AUTO_TEST_CASE(KeepsFailuresAlsoIfManyRequestsSucceed) {
  RequestLog log;
  log.Record(Request(0, 403));
  AnsweredRequest batch = Request(1, 202);
  batch.code = "EntityAlreadyExists";  // in a part of it
  log.Record(batch);
  const int count = 3 * static_cast<int>(RequestLog::kKept);
  for (int i = 2; i < count; ++i) log.Record(Request(i, 200));
  BOOST_TEST(log.Latest(count, All).size() == RequestLog::kKept + 2);
  BOOST_TEST(StatusesOf(log.Latest(count, Failed)) == (std::vector{202, 403}));
  const auto last = log.Latest(RequestLog::kKept, All);
  BOOST_TEST((last.front().answered == Request(count - 1, 200).answered));
  BOOST_TEST((last.back().answered == Request(count - 500, 200).answered));
}

BOOST_AUTO_TEST_CASE(CutsWhatIsTooLong) {
  RequestLog log;
  const std::string text(100000, 'x');
  log.Record({.status = 400,
              .id = text,
              .client = text,
              .account = text,
              .method = text,
              .target = text,
              .code = text,
              .reason = text});
  const LoggedRequest kept = log.Latest(1, All).at(0);
  for (const auto& word : {kept.id, kept.client, kept.account, kept.method, kept.code}) {
    BOOST_TEST(word.size() == RequestLog::kWordBytesMax);
  }
  BOOST_TEST(kept.target.size() == RequestLog::kTargetBytesMax);
  BOOST_TEST(kept.reason.size() == RequestLog::kReasonBytesMax);
}

BOOST_AUTO_TEST_CASE(KeepsRequestsWholeWhenThreadsRecordAtOnce) {
  RequestLog log;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&log, thread] {
      const std::string name(40, static_cast<char>('a' + thread));
      for (int i = 0; i < 5000; ++i) {
        AnsweredRequest request = Request(i, i % 2 == 0 ? 200 : 404);
        request.method = name;
        request.target = name;
        log.Record(request);
      }
    });
  }
  bool is_whole = true;
  for (int i = 0; i < 20; ++i) {
    for (const LoggedRequest& request : log.Latest(2 * RequestLog::kKept, All)) {
      is_whole = is_whole && request.method == request.target && request.method.size() == 40;
    }
  }
  for (std::thread& thread : threads) thread.join();
  BOOST_TEST(is_whole);
  BOOST_TEST(log.Latest(2 * RequestLog::kKept, All).size() == 2 * RequestLog::kKept);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
