#include "tests/operations/service_fixture.h"

#include "base/ascii.h"
#include "base/date_time.h"
#include "base/percent.h"
#include "table_service/store/sqlite/table_store.h"

#include <algorithm>
#include <regex>
#include <set>
#include <utility>

namespace rowhouse::operations {
namespace {

constexpr const char* kAccount = "devstoreaccount1";
constexpr const char* kKey = "a key for tests";
constexpr std::string_view kContentType = "Content-Type: ";
constexpr const char* kGuidPattern = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

std::unique_ptr<store::AccountStore> OpenStore() {
  sqlite::StoreOptions options;
  options.in_memory = true;
  auto store = sqlite::TableStore::Open(std::move(options));
  BOOST_REQUIRE_MESSAGE(store, (store ? "" : store.error()));
  return *std::move(store);
}

bool IsConnectionHeader(std::string_view name) {
  const std::set<std::string> names{"date", "connection", "content-length", "transfer-encoding"};
  return names.count(AsciiLower(name)) != 0;
}

std::string Shown(const test::RawResponse& response) {
  std::vector<std::string> lines;
  for (const auto& [name, value] : response.headers) {
    if (!IsConnectionHeader(name)) lines.push_back(name + ": " + value + "\n");
  }
  std::sort(lines.begin(), lines.end());
  std::string text = response.status_line.substr(response.status_line.find(' ') + 1) + "\n";
  for (const std::string& line : lines) text += line;
  return text + "\n" + response.body;
}

}  // namespace

ServiceFixture::ServiceFixture(TrafficOptions traffic, admin::AdminOptions admin)
    : store_(OpenStore()),
      accounts_({{kAccount,
                  std::make_shared<Account>(Account{.keys = {{kKey}}, .store = store_.get()})}}),
      traffic_(std::move(traffic), accounts_, std::chrono::system_clock::now),
      tables_(accounts_, traffic_, {.worker_threads = 2}),
      admin_(accounts_, traffic_, std::move(admin)),
      service_(admin_, tables_) {
  auto server = wire::Server::Start({.port = 0}, service_);
  BOOST_REQUIRE_MESSAGE(server, (server ? "" : server.error()));
  server_ = *std::move(server);
}

std::string ServiceFixture::ShowComplete(const TestCall& call) {
  return Normalized(Shown(Send(call)));
}

std::string ServiceFixture::Show(const TestCall& call) {
  const std::string complete = ShowComplete(call);
  const std::size_t body = complete.find("\n\n");
  const std::regex shared("\n(Server|x-ms-request-id|x-ms-version|X-Content-Type-Options): [^\n]*");
  std::string text =
      std::regex_replace(complete.substr(0, body), shared, "") + complete.substr(body);
  text = std::regex_replace(text, std::regex("http://tables\\.test/devstoreaccount1"), "BASE");
  const std::regex json("application/json;odata=([a-z]+)metadata;streaming=true;charset=utf-8");
  return std::regex_replace(text, json, "json $1");
}

int ServiceFixture::StatusOf(const TestCall& call) { return Send(call).status; }

std::string ServiceFixture::HeaderOf(const TestCall& call, std::string_view name) {
  return Send(call).Header(name);
}

void ServiceFixture::CreateTable(const std::string& name) {
  BOOST_REQUIRE(StatusOf({"POST", "/Tables", R"({"TableName":")" + name + R"("})"}) == 201);
}

std::string ServiceFixture::Insert(const std::string& table, const std::string& partition,
                                   const std::string& row, const std::string& members) {
  const test::RawResponse response =
      Send({"POST", "/" + table,
            R"({"PartitionKey":")" + partition + R"(","RowKey":")" + row + '"' +
                (members.empty() ? "" : "," + members) + "}"});
  BOOST_REQUIRE(response.status == 201);
  return response.Header("ETag");
}

std::string SigningHeaders(const TestCall& call, std::string_view path) {
  const std::string date = ToHttpDate(std::chrono::system_clock::now());
  SignedRequest request{};
  request.method = call.method;
  request.raw_path = path.substr(0, path.find('?'));
  request.raw_query = path.substr(std::min(request.raw_path.size() + 1, path.size()));
  request.x_ms_date = date;
  for (const std::string_view header : call.headers) {
    if (header.starts_with(kContentType)) request.content_type = header.substr(kContentType.size());
  }
  return "x-ms-date: " + date + "\r\nAuthorization: " + call.scheme + " " + kAccount + ":" +
         Sign(kKey, StringToSign(call.scheme, kAccount, request)) + "\r\n";
}

std::string ServiceFixture::TextOf(const TestCall& call) {
  const std::string path = (call.has_account ? std::string("/") + kAccount : "") + call.path;
  std::string request = call.method + " " + path + " HTTP/1.1\r\nHost: tables.test\r\n";
  bool names_version = false;
  for (const std::string& header : call.headers) {
    request += header + "\r\n";
    names_version = names_version || header.starts_with("x-ms-version:");
  }
  if (!names_version) request += "x-ms-version: 2019-02-02\r\n";
  if (call.sign) request += SigningHeaders(call, path);
  if (call.has_length) request += "Content-Length: " + std::to_string(call.body.size()) + "\r\n";
  return request + "\r\n" + call.body;
}

test::RawResponse ServiceFixture::Send(const TestCall& call) {
  test::RawClient client = Connect();
  client.Send(TextOf(call));
  const auto response = client.ReadResponse(call.method != "HEAD");
  BOOST_REQUIRE_MESSAGE(response, "no answer to " << call.method << " " << call.path);
  return *response;
}

std::string ServiceFixture::Normalized(std::string text) {
  text = std::regex_replace(text, std::regex("\\nTime:[^<\"\\\\]*"), "\nTime:NOW");
  text = std::regex_replace(text, std::regex("\\\\nTime:[^<\"\\\\]*"), "\\nTime:NOW");
  text = std::regex_replace(text, std::regex(std::string("response_") + kGuidPattern),
                            "response_GUID");
  text = std::regex_replace(text, std::regex(kGuidPattern), "ID");
  const std::regex time("20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}(:|%3A)[0-9]{2}(:|%3A)[0-9.]+Z");
  std::string named;
  std::smatch found;
  while (std::regex_search(text, found, time)) {
    const std::string plain = PercentDecode(found.str()).value();
    const std::string name = "T" + std::to_string(times_.size() + 1);
    named += found.prefix().str() + times_.emplace(plain, name).first->second;
    text = found.suffix();
  }
  return named + text;
}

}  // namespace rowhouse::operations
