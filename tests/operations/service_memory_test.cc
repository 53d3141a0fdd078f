// Requests for which the n-th allocation fails, for every n: the process survives, each request
// gets one answer, and data is written completely or not at all.

#include "base/unicode.h"
#include "tests/operations/service_fixture.h"
#include "tests/store/store_fixture.h"
#include "tests/support/failing_new.h"

#include <atomic>
#include <chrono>
#include <fmt/format.h>
#include <functional>
#include <future>
#include <new>
#include <optional>
#include <spdlog/sinks/null_sink.h>
#include <spdlog/spdlog.h>

namespace rowhouse::operations {
namespace {

using test::FailingNew;
using test::MayFail;
using test::NoFailure;
using namespace std::chrono_literals;

constexpr const char* kAccount = "devstoreaccount1";
constexpr int kAllocationsMax = 5000;  // far more than any of the requests below makes
// One failing allocation, and so many that reporting the failure fails, too.
constexpr int kFailureCounts[] = {1, 6};

// Discards log lines about failures. The test's own allocations do not fail.
struct QuietFixture {
  NoFailure no_failure;
  std::shared_ptr<spdlog::logger> before = spdlog::default_logger();

  QuietFixture() {
    spdlog::set_default_logger(
        std::make_shared<spdlog::logger>("test", std::make_shared<spdlog::sinks::null_sink_mt>()));
    IsValidUtf8("");  // the first use of simdjson must have memory
  }
  ~QuietFixture() {
    FailingNew::Disarm();
    spdlog::set_default_logger(before);
  }
};

// A service over a store on disk, called without a server.
struct MemoryFixture : QuietFixture {
  sqlite::TempFolder folder;
  sqlite::StoreOptions options{.folder = folder.path() / "account", .sync = sqlite::SyncMode::kOff};
  std::unique_ptr<sqlite::TableStore> store;
  AccountDirectory accounts;
  std::optional<Traffic> traffic;
  std::unique_ptr<TableService> service;
  int attempts = 0;

  MemoryFixture() {
    Open();
    BOOST_REQUIRE(store->CreateTable("orders").has_value());
    BOOST_REQUIRE(ApplyNow(*store, rowhouse::Insert("p", "first")).has_value());
  }
  ~MemoryFixture() { Close(); }

  void Open() {
    store = sqlite::OpenStore(options);
    accounts.Replace({{kAccount, std::make_shared<Account>(Account{.keys = {{"a key for tests"}},
                                                                   .store = store.get()})}});
    traffic.emplace(TrafficOptions{}, accounts, std::chrono::system_clock::now);
    service =
        std::make_unique<TableService>(accounts, *traffic, ServiceOptions{.worker_threads = 2});
  }
  void Close() {
    service.reset();
    traffic.reset();
    accounts.Replace({});
    store.reset();
  }

  // Returns the answer, or none if `respond` was dropped, which a server answers with a bare 500.
  std::optional<wire::Response> CallWithoutMemory(const TestCall& call, int n, int count) {
    struct Answer {
      std::promise<std::optional<wire::Response>> promise;
      std::shared_ptr<std::atomic<int>> calls = std::make_shared<std::atomic<int>>(0);
      ~Answer() {
        const NoFailure dropping;
        if (*calls == 0) promise.set_value(std::nullopt);
      }
    };
    auto answer = std::make_shared<Answer>();
    const auto calls = answer->calls;
    auto future = answer->promise.get_future();
    wire::Responder respond = [answer = std::move(answer)](wire::Response response) {
      const NoFailure answering;
      if (++*answer->calls == 1) answer->promise.set_value(std::move(response));
    };
    wire::Request request = RequestOf(call);
    FailingNew::Arm(n, count);
    try {
      const MayFail may_fail;
      service->Handle(std::move(request), std::move(respond));
    } catch (const std::bad_alloc&) {
      respond = nullptr;
    }
    BOOST_REQUIRE(future.wait_for(20s) == std::future_status::ready);
    FailingNew::Disarm();
    BOOST_TEST(*calls <= 1);
    return future.get();
  }

  // Sends the results of `call` with 1, 2, ... as the failing allocation, until none fails. Passes
  // to `check` whether the answer was `status`; any other must be an InternalError.
  void FailEachAllocation(int status, const std::function<TestCall()>& call,
                          const std::function<void(bool)>& check) {
    for (const int count : kFailureCounts) {
      int n = 1;
      bool fired = true;
      for (; fired && n < kAllocationsMax; ++n) {
        BOOST_TEST_CONTEXT("allocation " << n << ", " << count << " fail") {
          ++attempts;
          const auto answer = CallWithoutMemory(call(), n, count);
          fired = FailingNew::HasFired();
          const bool is_done = answer && answer->status == status &&
                               answer->body.find("InternalError") == std::string::npos;
          if (answer && !is_done) {
            BOOST_TEST((answer->status == 500 || answer->status == status));
            if (count == 1) BOOST_TEST(answer->body.find("InternalError") != std::string::npos);
          }
          BOOST_TEST((is_done || fired));
          check(is_done);
        }
      }
      BOOST_TEST(n > 20);
      BOOST_TEST(n < kAllocationsMax);
    }
    CheckReopened();
  }

  bool Has(const std::string& partition, const std::string& row) {
    return store->Get("orders", {.partition = partition, .row = row}).has_value();
  }

  // Checks that readers see the same data now and after a restart.
  void CheckReopened() {
    const auto rows = ScanAll(*store);
    const auto tables = store->ListTables("", 10000);
    Close();
    Open();
    const auto rows_after = ScanAll(*store);
    BOOST_REQUIRE(rows.has_value());
    BOOST_REQUIRE(rows_after.has_value());
    BOOST_TEST((*rows == *rows_after));
    const auto tables_after = store->ListTables("", 10000);
    BOOST_REQUIRE(tables.has_value());
    BOOST_REQUIRE(tables_after.has_value());
    BOOST_TEST(*tables == *tables_after, boost::test_tools::per_element());
  }

 private:
  static wire::Request RequestOf(const TestCall& call) {
    wire::Request request{.method = call.method,
                          .target = std::string("/") + kAccount + call.path,
                          .headers = {{"Host", "tables.test"}, {"x-ms-version", "2019-02-02"}},
                          .body = call.body,
                          .remote_address = "127.0.0.1"};
    std::string lines = SigningHeaders(call, request.target);
    for (const std::string& header : call.headers) lines += header + "\r\n";
    for (std::size_t begin = 0; begin < lines.size();) {
      const std::size_t colon = lines.find(':', begin);
      const std::size_t end = lines.find("\r\n", begin);
      request.headers.emplace_back(lines.substr(begin, colon - begin),
                                   lines.substr(colon + 2, end - colon - 2));
      begin = end + 2;
    }
    request.headers.emplace_back("Content-Length", std::to_string(call.body.size()));
    return request;
  }
};

std::string Entity(const std::string& partition, const std::string& row) {
  return fmt::format(R"({{"PartitionKey":"{}","RowKey":"{}","Note":"long enough for the heap"}})",
                     partition, row);
}

// A change set of three inserts.
TestCall BatchOf(const std::string& partition) {
  std::string body = "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n";
  for (const char* row : {"1", "2", "3"}) {
    body += fmt::format(
        "--c\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n"
        "POST http://tables.test/{}/orders HTTP/1.1\r\nContent-Type: application/json\r\n"
        "Accept: application/json;odata=minimalmetadata\r\n\r\n{}\r\n",
        kAccount, Entity(partition, row));
  }
  body += "--c--\r\n--b--\r\n";
  return {"POST", "/$batch", body, {"Content-Type: multipart/mixed; boundary=b"}};
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(ServiceMemoryTest, MemoryFixture)

BOOST_AUTO_TEST_CASE(AnAnsweredInsertExists) {
  FailEachAllocation(
      201,
      [&] {
        return TestCall{"POST",
                        "/orders",
                        Entity("p", std::to_string(attempts)),
                        {"Content-Type: application/json", "Accept: application/json"}};
      },
      [&](bool is_done) {
        if (is_done) BOOST_TEST(Has("p", std::to_string(attempts)));
      });
}

BOOST_AUTO_TEST_CASE(AChangeSetIsAppliedCompletelyOrNotAtAll) {
  const auto partition = [&] { return fmt::format("partition{}", attempts); };
  FailEachAllocation(
      202, [&] { return BatchOf(partition()); },
      [&](bool is_done) {
        const int rows = Has(partition(), "1") + Has(partition(), "2") + Has(partition(), "3");
        BOOST_TEST((rows == 3 || (rows == 0 && !is_done)));
      });
}

BOOST_AUTO_TEST_CASE(ADeletedEntityDoesNotExist) {
  FailEachAllocation(
      204,
      [&] {
        const std::string row = std::to_string(attempts);
        BOOST_REQUIRE(ApplyNow(*store, rowhouse::Insert("p", row)).has_value());
        return TestCall{"DELETE",
                        fmt::format("/orders(PartitionKey='p',RowKey='{}')", row),
                        "",
                        {"If-Match: *", "Accept: application/json"}};
      },
      [&](bool is_done) {
        if (is_done) BOOST_TEST(!Has("p", std::to_string(attempts)));
      });
}

BOOST_AUTO_TEST_CASE(AQueryIsAnsweredCompletelyOrNotAtAll) {
  FailEachAllocation(
      200,
      [] {
        return TestCall{"GET", "/orders()?$filter=Note%20ne%20'x'%20and%20PartitionKey%20ge%20'a'"};
      },
      [](bool) {});
}

BOOST_AUTO_TEST_CASE(APointReadIsAnsweredCompletelyOrNotAtAll) {
  FailEachAllocation(
      200,
      [] {
        return TestCall{"GET", "/orders(PartitionKey='p',RowKey='first')"};
      },
      [](bool) {});
}

BOOST_AUTO_TEST_CASE(AnAnsweredTableExists) {
  const auto name = [&] { return fmt::format("aTableWithALongName{}", attempts); };
  FailEachAllocation(
      201,
      [&] {
        return TestCall{"POST",
                        "/Tables",
                        fmt::format(R"({{"TableName":"{}"}})", name()),
                        {"Content-Type: application/json", "Accept: application/json"}};
      },
      [&](bool is_done) {
        if (is_done) BOOST_TEST(store->RequireTable(name()).has_value());
        if (!store->RequireTable(name())) BOOST_TEST(store->CreateTable(name()).has_value());
      });
}

BOOST_AUTO_TEST_CASE(AnsweredSettingsAreInEffect) {
  const auto id = [&] { return fmt::format("a policy of a long name {}", attempts); };
  FailEachAllocation(
      204,
      [&] {
        return TestCall{"PUT", "/orders?comp=acl",
                        fmt::format("<SignedIdentifiers><SignedIdentifier><Id>{}</Id><AccessPolicy>"
                                    "<Permission>r</Permission></AccessPolicy></SignedIdentifier>"
                                    "</SignedIdentifiers>",
                                    id())};
      },
      [&](bool is_done) {
        if (is_done) BOOST_TEST(store->FindAccessPolicy("orders", id()).has_value());
      });
}

BOOST_AUTO_TEST_SUITE_END()

struct WireFixture : QuietFixture, ServiceFixture {};

BOOST_FIXTURE_TEST_SUITE(ServerMemoryTest, WireFixture)

// With a server, whose connections need memory, too: a request is answered or its connection is
// closed.
BOOST_AUTO_TEST_CASE(EveryRequestEndsAndTheServerSurvives) {
  CreateTable("orders");
  int attempts = 0;
  for (const int count : kFailureCounts) {
    int n = 1;
    for (bool fired = true; fired && n < kAllocationsMax; ++n) {
      BOOST_TEST_CONTEXT("allocation " << n << ", " << count << " fail") {
        const std::string row = std::to_string(++attempts);
        const std::string request = TextOf({"POST", "/orders", Entity("p", row)});
        FailingNew::Arm(n, count);
        {
          test::RawClient client = Connect();
          client.Send(request);
          const auto response = client.ReadResponse();
          fired = FailingNew::HasFired();
          FailingNew::Disarm();
          if (response) {
            BOOST_TEST((response->status == 201 || response->status == 500));
          } else {
            BOOST_TEST(client.IsClosedWithin(100ms));
          }
        }
        const int status = StatusOf({"GET", "/orders(PartitionKey='p',RowKey='" + row + "')"});
        BOOST_TEST((status == 200 || status == 404));
      }
    }
    BOOST_TEST(n > 20);
    BOOST_TEST(n < kAllocationsMax);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::operations
