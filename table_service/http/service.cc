#include "table_service/http/service.h"

#include "table_service/http/handlers.h"
#include "table_service/http/url_rules.h"

#include <fmt/ranges.h>
#include <spdlog/spdlog.h>
#include <utility>

namespace rowhouse::http {
namespace {

using Kind = ResourceAddress::Kind;

constexpr std::size_t kInlineBodyBytes = 64U << 10U;  // larger ones are parsed on a worker thread

Error NotBuilt() {
  return {ErrorCode::kNotImplemented, std::string(ToWire(ErrorCode::kNotImplemented).text),
          ErrorStage::kFrontEnd};
}

bool IsEntityWriteMethod(std::string_view method) {
  return method == "PUT" || method == "PATCH" || method == "MERGE" || method == "DELETE";
}

// ?comp=acl, ?restype=service&comp=properties and ?comp=stats are operations of their own.
Status CheckComp(const Exchange& exchange) {
  const auto& comp = exchange.options.comp;
  if (!comp || comp->empty()) return {};
  if (*comp == "acl" || *comp == "properties" || *comp == "stats") {
    return tl::unexpected(NotBuilt());
  }
  return Fail(ErrorCode::kInvalidQueryParameterValue);
}

// A verb that no resource of the service has.
Status CheckVerb(std::string_view method) {
  if (method == "GET" || method == "POST" || IsEntityWriteMethod(method)) return {};
  if (method == "OPTIONS") return tl::unexpected(NotBuilt());
  return Fail(ErrorCode::kUnsupportedHttpVerb);
}

// A name from an address, for a log line or a message: cut, and nothing but printable ASCII.
std::string Printable(std::string_view name) {
  std::string text(name.substr(0, 63));
  for (char& c : text) {
    if (c < 0x21 || c > 0x7E) c = '?';
  }
  return text;
}

}  // namespace

TableService::TableService(Accounts accounts, Stores stores, ServiceOptions options)
    : accounts_(std::move(accounts)),
      stores_(std::move(stores)),
      options_(std::move(options)),
      workers_(options_.worker_threads) {}

void TableService::Handle(Request request, Responder respond) {
  const auto exchange = std::make_shared<Exchange>(std::move(request), std::move(respond));
  const std::string_view path = exchange->request.Path();
  if (IsAdminPath(path)) return HandleAdmin(*exchange);
  if (IsRefusedPath(path)) return Answer(*exchange, InvalidUrlAnswer());
  if (const Status admitted = Admit(*exchange); !admitted) {
    return AnswerFailure(*exchange, admitted.error());
  }
  if (exchange->request.body.size() <= kInlineBodyBytes) return Route(exchange);
  workers_.Post([this, exchange] { Route(exchange); });
}

Response TableService::Refuse(const Request& request, ErrorCode code) {
  Response response;
  Exchange exchange(request, [&](Response answer) { response = std::move(answer); });
  AnswerFailure(exchange, {code, std::string(ToWire(code).text), ErrorStage::kFrontEnd});
  return response;
}

std::optional<Response> TableService::CheckHead(const Request& head) {
  if (!head.Header("Expect")) return std::nullopt;
  std::optional<Response> refusal;
  Exchange exchange(head, [&](Response answer) { refusal = std::move(answer); });
  if (IsAdminPath(exchange.request.Path()) || IsRefusedPath(exchange.request.Path())) {
    return std::nullopt;
  }
  if (const Status admitted = Admit(exchange); !admitted) {
    AnswerFailure(exchange, admitted.error());
  }
  return refusal;
}

Status TableService::Admit(Exchange& exchange) {
  const auto version = exchange.request.Header("x-ms-version");
  if (version && !IsVersionDate(*version)) {
    exchange.format = {};  // the service cannot know the client's forms then: XML
    return Fail(ErrorCode::kInvalidHeaderValue);
  }
  if (auto found = FindAccount(exchange); !found) return found;
  if (auto known = CheckVerb(exchange.request.method); !known) return known;
  if (auto authentic = CheckSignature(exchange); !authentic) return authentic;
  if (exchange.options.problem) return tl::unexpected(*exchange.options.problem);
  auto resource = ParseAddress(exchange.address.resource_path);
  if (!resource) return tl::unexpected(resource.error());
  exchange.resource = *std::move(resource);
  if (auto comp = CheckComp(exchange); !comp) return comp;
  auto method = EffectiveMethod(exchange.request.method, exchange.request.headers);
  if (!method) return tl::unexpected(method.error());
  exchange.method = *std::move(method);
  return {};
}

Status TableService::FindAccount(Exchange& exchange) {
  const Request& request = exchange.request;
  auto address = ParseAccountAddress(request.Header("Host"), request.Path(), request.tls);
  if (!address) return tl::unexpected(address.error());
  exchange.address = *std::move(address);
  const auto store = stores_.find(exchange.address.account);
  if (store == stores_.end()) {
    LogUnknownAccount(exchange);
    return Fail(ErrorCode::kAuthenticationFailed,
                "Server failed to authenticate the request: this server has no account '" +
                    Printable(exchange.address.account) + "'.");
  }
  exchange.store = store->second;
  return {};
}

void TableService::LogUnknownAccount(const Exchange& exchange) {
  constexpr int kWarningsMax = 100;  // then at debug level: a stranger must not fill the log
  const auto level =
      unknown_account_warnings_++ < kWarningsMax ? spdlog::level::warn : spdlog::level::debug;
  if (!spdlog::should_log(level)) return;
  std::vector<std::string_view> names;
  for (const auto& [name, store] : stores_) names.push_back(name);
  spdlog::log(level,
              "a request looked for the account '{}' (from {}, path {}); this server has: {}. The "
              "account is the first segment of the path, or the first label of a host "
              "ACCOUNT.table.HOST; add one with --account NAME=KEY",
              Printable(exchange.address.account), exchange.request.remote_address,
              Printable(exchange.request.Path()), fmt::join(names, ", "));
}

Status TableService::CheckSignature(const Exchange& exchange) const {
  const Request& request = exchange.request;
  return Authenticate({.method = request.method,
                       .raw_path = request.Path(),
                       .raw_query = request.Query(),
                       .authorization = request.Header("Authorization"),
                       .date = request.Header("Date"),
                       .x_ms_date = request.Header("x-ms-date"),
                       .content_type = request.Header("Content-Type"),
                       .content_md5 = request.Header("Content-MD5"),
                       .x_ms_version = request.Header("x-ms-version")},
                      exchange.address.account, accounts_, options_.clock(), options_.auth);
}

void TableService::Route(const ExchangePtr& exchange) {
  switch (exchange->resource.kind) {
    case Kind::kTables:
    case Kind::kTable:
      return RouteTables(exchange);
    case Kind::kEntities:
    case Kind::kEntity:
      return RouteEntities(exchange);
    case Kind::kBatch:
      if (exchange->method == "POST") return HandleBatch(exchange, workers_);
      return AnswerFailure(*exchange,
                           Error(ErrorCode::kMethodNotAllowed,
                                 "The /$batch resource only supports POST method requests."));
    case Kind::kService:
    case Kind::kMetadata:
      return AnswerFailure(*exchange, Error(ErrorCode::kNotImplemented));
  }
}

void TableService::RouteTables(const ExchangePtr& exchange) {
  const bool one = exchange->resource.kind == Kind::kTable;
  const std::string_view method = exchange->method;
  if (one && method == "DELETE") return Post(exchange, HandleDeleteTable);
  if (method != "GET" && (one || method != "POST")) {
    return AnswerFailure(*exchange, Error(ErrorCode::kMethodNotAllowed));
  }
  if (const Status acceptable = CheckAcceptable(exchange->format); !acceptable) {
    return AnswerFailure(*exchange, acceptable.error());
  }
  if (one) return HandleGetTable(*exchange);
  Post(exchange, method == "GET" ? HandleListTables : HandleCreateTable);
}

void TableService::RouteEntities(const ExchangePtr& exchange) {
  const bool one = exchange->resource.kind == Kind::kEntity;
  const std::string_view method = exchange->method;
  const bool answers_body = method == "GET" || method == "POST";
  if (answers_body ? one && method == "POST" : !one) {
    return AnswerFailure(*exchange, Error(ErrorCode::kMethodNotAllowed));
  }
  if (answers_body) {
    if (const Status acceptable = CheckAcceptable(exchange->format); !acceptable) {
      return AnswerFailure(*exchange, acceptable.error());
    }
  }
  if (method == "GET") {
    return one ? HandleGetEntity(*exchange) : Post(exchange, HandleQueryEntities);
  }
  const Status body_type = CheckBodyType(exchange->request.Header("Content-Type"));
  if (method != "DELETE" && !body_type) return AnswerFailure(*exchange, body_type.error());
  HandleWriteEntity(exchange);
}

void TableService::Post(const ExchangePtr& exchange, void (*handler)(Exchange&)) {
  workers_.Post([exchange, handler] { handler(*exchange); });
}

}  // namespace rowhouse::http
