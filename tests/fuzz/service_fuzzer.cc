// Requests to the whole service and its admin routes, over a store in memory: each is answered once,
// never with an internal error, and JSON is JSON. An input is one or more requests, which "---" parts:
//
//   POST /account/orders
//   Accept: application/json
//
//   {"PartitionKey":"a","RowKey":"1"}
//
// A request without credentials is signed.

#include "signing/string_to_sign.h"
#include "table_service/admin/admin_service.h"
#include "table_service/auth/signed_request.h"
#include "table_service/operations/service.h"
#include "table_service/server/front_handler.h"
#include "table_service/traffic/traffic.h"
#include "tests/fuzz/fuzzer.h"
#include "tests/memory_engine/memory_store.h"

#include <atomic>
#include <future>
#include <memory>
#include <simdjson.h>
#include <spdlog/spdlog.h>
#include <string>
#include <utility>

namespace {

using rowhouse::Require;
using rowhouse::wire::Request;
using rowhouse::wire::Response;

constexpr std::string_view kAccount = "account";
constexpr std::string_view kKey = "a key";
constexpr std::string_view kDate = "Mon, 30 Nov 2026 12:00:00 GMT";
constexpr std::string_view kBetween = "\n---\n";

std::chrono::system_clock::time_point Now() {
  return std::chrono::sys_days(std::chrono::year(2026) / 11 / 30) + std::chrono::hours(12);
}

// The service, whose account has a new store for each input.
class Service {
 public:
  Service() { spdlog::set_level(spdlog::level::off); }

  void Reset() {
    const auto stored = std::make_shared<StoredAccount>();
    accounts_.Replace({{std::string(kAccount), rowhouse::AccountPtr(stored, &stored->account)}});
  }

  Response Call(Request request) {
    if (auto early = service_.CheckHead(request)) return *std::move(early);
    const auto answer = std::make_shared<Answer>();
    std::future<Response> answered = answer->response.get_future();
    service_.Handle(std::move(request), [answer](Response response) {
      Require(!answer->is_given.exchange(true), "a request is answered once");
      answer->response.set_value(std::move(response));
    });
    return answered.get();
  }

 private:
  // The account with its store, which lives as long as anyone uses the account.
  struct StoredAccount {
    rowhouse::memory_engine::MemoryStore store = {};
    rowhouse::Account account = {.keys = {{std::string(kKey)}}, .store = &store};
  };
  struct Answer {
    std::promise<Response> response = {};
    std::atomic<bool> is_given = false;
  };

  rowhouse::AccountDirectory accounts_;
  rowhouse::Traffic traffic_{{}, accounts_, std::chrono::system_clock::now};
  rowhouse::operations::TableService tables_{
      accounts_, traffic_, {.worker_threads = 1, .clock = Now}};
  rowhouse::admin::AdminService admin_{accounts_,
                                       traffic_,
                                       {.policy = {.open_on_loopback = true, .allow_reset = true},
                                        .worker_threads = 1,
                                        .clock = Now}};
  rowhouse::server::FrontHandler service_{admin_, tables_};
};

std::string_view TakeLine(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

void SignRequest(Request& request) {
  if (request.Header("Authorization") || request.Query().find("sig=") != std::string_view::npos) {
    return;
  }
  if (!request.Header("x-ms-date")) request.headers.emplace_back("x-ms-date", kDate);
  const std::string signature = rowhouse::Sign(
      kKey, rowhouse::StringToSign("SharedKeyLite", kAccount, rowhouse::ToSignedRequest(request)));
  request.headers.emplace_back("Authorization",
                               "SharedKeyLite " + std::string(kAccount) + ":" + signature);
}

Request ReadRequest(std::string_view text) {
  Request request;
  const std::string_view line = TakeLine(text);
  const std::size_t blank = std::min(line.find(' '), line.size());
  request.method = line.substr(0, blank);
  request.target = line.substr(std::min(blank + 1, line.size()));
  request.remote_address = "127.0.0.1";
  while (!text.empty()) {
    const std::string_view header = TakeLine(text);
    if (header.empty()) break;
    const std::size_t colon = std::min(header.find(": "), header.size());
    rowhouse::AppendHeader(request.headers, header.substr(0, colon),
                           header.substr(std::min(colon + 2, header.size())));
  }
  if (!request.Header("Host")) request.headers.emplace_back("Host", "127.0.0.1");
  request.body = text;
  if (!request.target.starts_with("/_rowhouse")) SignRequest(request);
  return request;
}

void CheckAnswer(const Response& response) {
  Require(response.status >= 200 && response.status < 600, "an answer has a status");
  Require(response.status != 500, "no request is an internal error");
  const auto type = rowhouse::FindHeader(response.headers, "Content-Type");
  if (!type || !type->starts_with("application/json") || response.body.empty()) return;
  static simdjson::dom::parser parser;
  Require(parser.parse(response.body).error() == simdjson::SUCCESS, "JSON can be read");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Service service;
  service.Reset();
  for (std::string_view rest = rowhouse::AsText(data, size); !rest.empty();) {
    const std::size_t end = std::min(rest.find(kBetween), rest.size());
    CheckAnswer(service.Call(ReadRequest(rest.substr(0, end))));
    rest.remove_prefix(std::min(end + kBetween.size(), rest.size()));
  }
  return 0;
}
