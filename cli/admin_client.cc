#include "cli/admin_client.h"

#include "base/date_time.h"
#include "base/percent.h"
#include "cli/connection.h"
#include "cli/outcome/command_error.h"
#include "client/calls/address.h"
#include "signing/string_to_sign.h"

#include <fmt/format.h>
#include <future>
#include <rowhouse/error.h>
#include <rowhouse/transport.h>

namespace rowhouse::cli {
namespace {

using simdjson::dom::element;

constexpr std::string_view kServiceVersion = "2019-02-02";
constexpr std::size_t kPlainTextMax = 200;  // bytes of an error that is no document

tables::ErrorKind KindOf(const tables::SendFailure& failure, bool is_read) {
  using tables::ErrorKind;
  if (failure.kind == tables::SendFailure::Kind::kTimedOut && (is_read || !failure.sent)) {
    return ErrorKind::kDeadline;
  }
  if (!failure.sent) return ErrorKind::kNotSent;
  return is_read ? ErrorKind::kAnswerLost : ErrorKind::kOutcomeUnknown;
}

std::string ErrorText(const std::string& body) {
  simdjson::dom::parser parser;
  element root;
  std::string_view message;
  const bool known = parser.parse(body).get(root) == simdjson::SUCCESS &&
                     root["error"]["message"].get(message) == simdjson::SUCCESS;
  if (known) return std::string(message);
  const bool is_document = body.find_first_of("<{") != std::string::npos;
  return is_document || body.size() > kPlainTextMax ? std::string() : body;
}

}  // namespace

AdminAnswer::AdminAnswer(std::string body)
    : body_(std::move(body)), parser_(std::make_unique<simdjson::dom::parser>()) {
  if (parser_->parse(body_).get(root_) != simdjson::SUCCESS) {
    throw CommandError(ExitCode::kFailure, "The server's answer cannot be read: is it Rowhouse?");
  }
}

AdminClient::AdminClient(const ConnectionOptions& options) : timeout_(options.timeout_seconds) {
  const Credentials credentials = FindCredentials(options);
  const tables::AccountAddress address = AddressOf(credentials);
  transport_ = ClientOptionsFor(options, address).transport;
  origin_ = address.primary.origin;
  account_ = address.account;
  if (address.credential) key_ = address.credential->Key();
  token_ = credentials.admin_token;
}

AdminClient::Reply AdminClient::Send(std::string_view method, std::string_view route,
                                     const AdminQuery& query) const {
  const std::string path = fmt::format("/_rowhouse/{}", route);
  std::string target = path;
  for (const auto& [name, value] : query) {
    target += fmt::format("{}{}={}", target.size() == path.size() ? '?' : '&', name,
                          PercentEncode(value));
  }
  const std::string date = ToHttpDate(std::chrono::system_clock::now());
  tables::HttpRequest request;
  request.method = method;
  request.origin = origin_;
  request.target = target;
  request.headers = {{"x-ms-date", date},
                     {"x-ms-version", std::string(kServiceVersion)},
                     {"Accept", "application/json"}};
  if (!token_.empty()) {
    request.headers.emplace_back("Authorization", "Bearer " + token_);
  } else if (!key_.empty()) {
    SignedRequest to_sign{};
    to_sign.method = method;
    to_sign.raw_path = path;
    to_sign.x_ms_date = date;
    to_sign.x_ms_version = kServiceVersion;
    request.headers.emplace_back(
        "Authorization",
        fmt::format("SharedKey {}:{}", account_,
                    rowhouse::Sign(key_, StringToSign("SharedKey", account_, to_sign))));
  }
  // Shared with the callback, which may still be running when the wait is over.
  const auto result = std::make_shared<std::promise<tables::SendResult>>();
  transport_->Send(std::move(request), std::chrono::steady_clock::now() + timeout_, {},
                   [result](tables::SendResult sent) { result->set_value(std::move(sent)); });
  tables::SendResult sent = result->get_future().get();
  if (sent.failure) {
    tables::ErrorInfo info{.kind = KindOf(*sent.failure, method == "GET")};
    info.message = sent.failure->text;
    info.request = fmt::format("{} {}", method, path);
    info.origin = origin_;
    throw tables::TableError(std::move(info));
  }
  return {sent.response->status, std::move(sent.response->body)};
}

AdminAnswer AdminClient::Expect(std::string_view route, Reply reply) const {
  if (reply.status < 300) return AdminAnswer(std::move(reply.body));
  const std::string text = ErrorText(reply.body);
  if (text.empty()) {
    throw CommandError(
        ExitCode::kNotFound,
        fmt::format("{} has no route /_rowhouse/{} ({}): this command needs a Rowhouse server, "
                    "the cloud cannot do it",
                    origin_, route, reply.status));
  }
  const bool denied = reply.status == 401 || reply.status == 403;
  const ExitCode code = denied                ? ExitCode::kDenied
                        : reply.status == 404 ? ExitCode::kNotFound
                        : reply.status == 409 ? ExitCode::kConflict
                                              : ExitCode::kFailure;
  throw CommandError(code, fmt::format("{} ({})", text, reply.status));
}

AdminAnswer AdminClient::Get(std::string_view route, const AdminQuery& query) const {
  return Expect(route, Send("GET", route, query));
}

AdminAnswer AdminClient::Post(std::string_view route, const AdminQuery& query) const {
  return Expect(route, Send("POST", route, query));
}

AdminAnswer AdminClient::Delete(std::string_view route, const AdminQuery& query) const {
  return Expect(route, Send("DELETE", route, query));
}

std::optional<AdminAnswer> AdminClient::TryGet(std::string_view route,
                                               const AdminQuery& query) const {
  Reply reply = Send("GET", route, query);
  if (reply.status != 200) return std::nullopt;
  return AdminAnswer(std::move(reply.body));
}

std::string TextOf(element object, std::string_view name) {
  std::string_view text;
  return object[name].get(text) == simdjson::SUCCESS ? std::string(text) : std::string();
}

double NumberOf(element object, std::string_view name) {
  double number = 0;
  return object[name].get(number) == simdjson::SUCCESS ? number : 0;
}

std::vector<element> ListOf(element object, std::string_view name) {
  simdjson::dom::array list;
  if (object[name].get(list) != simdjson::SUCCESS) return {};
  return {list.begin(), list.end()};
}

bool Holds(element object, std::string_view name) {
  return object[name].error() == simdjson::SUCCESS;
}

}  // namespace rowhouse::cli
