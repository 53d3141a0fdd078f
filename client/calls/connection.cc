#include "client/calls/connection.h"

#include "base/date_time.h"
#include "client/calls/call.h"
#include "client/calls/http_transport.h"
#include "signing/string_to_sign.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

namespace rowhouse::tables {
namespace {

constexpr std::string_view kProtocolVersion = "2019-02-02";
constexpr std::string_view kTokenProtocolVersion = "2020-12-06";  // the first that takes tokens
constexpr std::string_view kUserAgent = "rowhouse-client/0.1";

// A line break in a header's value would start another header, one that nobody signed.
void RequireOneLine(std::string_view name, std::string_view value) {
  if (IsHeaderText(value)) return;
  throw std::invalid_argument(fmt::format("{} cannot have a control character", name));
}

std::string TokenOf(const TokenCallback& callback) {
  if (!callback) return {};
  std::string token = callback();
  RequireOneLine("it", token);
  if (token.empty()) throw std::invalid_argument("the callback returned an empty one");
  return token;
}

std::string JoinQueries(const std::string& left, const std::string& right) {
  if (left.empty() || right.empty()) return left + right;
  return fmt::format("{}&{}", left, right);
}

}  // namespace

bool IsHeaderText(std::string_view value) {
  return std::none_of(value.begin(), value.end(),
                      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
}

std::shared_ptr<const Connection> Connection::Make(AccountAddress address, ClientOptions options) {
  return std::shared_ptr<const Connection>(new Connection(std::move(address), std::move(options)));
}

Connection::Connection(AccountAddress address, ClientOptions options)
    : address_(std::move(address)),
      options_(std::move(options)),
      transport_(options_.transport ? options_.transport : MakeHttpTransport(options_)) {
  RequireOneLine("user_agent", options_.user_agent);
}

void Connection::Start(CallSpec spec, const CallOptions& call,
                       std::function<void(Outcome)> done) const {
  RequireOneLine("client_request_id", call.client_request_id);
  for (const auto& [name, value] : spec.headers) RequireOneLine(name, value);
  const auto started = std::make_shared<Call>(shared_from_this(), transport_, std::move(spec), call,
                                              std::move(done));
  std::string token;
  try {
    token = TokenOf(address_.token);
  } catch (const std::exception& error) {
    return started->Fail(fmt::format("no token to send: {}", error.what()));
  } catch (...) {
    return started->Fail("no token to send: the token callback threw");
  }
  started->Begin(std::move(token));
}

HttpRequest Connection::Sign(const CallSpec& spec, const std::string& client_request_id,
                             const std::string& token) const {
  const Endpoint& endpoint = spec.secondary ? address_.secondary : address_.primary;
  const std::string path = endpoint.base_path + spec.path;
  const std::string query = JoinQueries(spec.query, address_.sas_query);
  HttpRequest request{.method = spec.method,
                      .origin = endpoint.origin,
                      .target = query.empty() ? path : fmt::format("{}?{}", path, query),
                      .headers = spec.headers,
                      .body = spec.body};
  const std::string date = ToHttpDate(std::chrono::system_clock::now());
  Headers& headers = request.headers;
  headers.emplace_back("x-ms-version", token.empty() ? kProtocolVersion : kTokenProtocolVersion);
  headers.emplace_back("x-ms-date", date);
  headers.emplace_back("x-ms-client-request-id", client_request_id);
  headers.emplace_back("User-Agent", options_.user_agent.empty()
                                         ? std::string(kUserAgent)
                                         : fmt::format("{} {}", options_.user_agent, kUserAgent));
  if (!token.empty()) headers.emplace_back("Authorization", fmt::format("Bearer {}", token));
  if (options_.bulk_load) headers.emplace_back("x-rowhouse-bulk-load", "true");
  if (!address_.credential) return request;
  const std::string* const content_type = FindHeader(headers, "Content-Type");
  SignedRequest text{.method = spec.method, .raw_path = path, .raw_query = query};
  text.x_ms_date = date;
  if (content_type != nullptr) text.content_type = *content_type;
  // The secondary location signs with the plain account name (spec 2.2).
  headers.emplace_back(
      "Authorization",
      fmt::format("SharedKey {}:{}", address_.account,
                  rowhouse::Sign(address_.credential->Key(),
                                 StringToSign("SharedKey", address_.account, text))));
  return request;
}

}  // namespace rowhouse::tables
