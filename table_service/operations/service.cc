#include "table_service/operations/service.h"

#include "base/ascii.h"
#include "base/secrets.h"
#include "batch/entity_write.h"
#include "signing/shared_access_token.h"
#include "table_service/auth/content_md5.h"
#include "table_service/auth/shared_access.h"
#include "table_service/auth/signed_request.h"
#include "table_service/operations/call_traffic.h"
#include "table_service/operations/handlers.h"
#include "table_service/operations/operation_table.h"
#include "table_service/operations/url_rules.h"

#include <fmt/ranges.h>
#include <spdlog/spdlog.h>
#include <utility>

namespace rowhouse::operations {
namespace {

using Kind = ResourceAddress::Kind;

// The number of unknown accounts that are logged as warnings; later ones are logged at debug level,
// so that a stranger cannot fill the log.
constexpr int kWarningsMax = 100;

constexpr FailureNote kInvalidUrl = {
    .code = "InvalidUrl", .reason = "the path has characters that the service allows in no URL"};

constexpr std::size_t kInlineBodyBytes = 64U << 10U;  // larger ones are parsed on a worker thread

// Refuses writes to the secondary address, except for batches, whose content is not known yet: see
// HandleBatch(). `resource` is the parsed address.
Status CheckSecondary(const ServiceCall& call, const Result<ResourceAddress>& resource) {
  if (!call.address.secondary || call.request.method == "GET") return {};
  if (call.request.method == "POST" && resource && resource->kind == Kind::kBatch) return {};
  return Fail(ErrorCode::kInsufficientAccountPermissions);
}

bool IsPreflight(const ServiceCall& call) { return call.request.method == "OPTIONS"; }

// Returns the operation that the request asks for, if `grant` allows it.
Result<CallTarget> Resolve(const ServiceCall& call, AccessGrant grant) {
  const wire::Request& request = call.request;
  if (!IsServiceVerb(request.method)) return Fail(ErrorCode::kUnsupportedHttpVerb);
  auto resource = ParseAddress(call.address.resource_path);
  if (auto allowed = CheckSecondary(call, resource); !allowed) {
    return tl::unexpected(allowed.error());
  }
  if (call.options.problem) return tl::unexpected(*call.options.problem);
  if (!resource) return tl::unexpected(resource.error());
  const WriteHeaders headers = request.headers;
  auto method = EffectiveMethod(request.method, headers);
  if (!method) return tl::unexpected(method.error());
  const auto* const operation = FindOperation(*method, resource->kind, call.options, headers);
  if (auto allowed = AuthorizeOperation(grant, operation, resource->table); !allowed) {
    return tl::unexpected(allowed.error());
  }
  if (!IsKnownComp(resource->kind, call.options)) {
    return Fail(ErrorCode::kInvalidQueryParameterValue);
  }
  return CallTarget{.grant = std::move(grant),
                    .resource = *std::move(resource),
                    .method = *std::move(method),
                    .operation = operation};
}

// Makes the checks that need the body but not the operation's handler.
Status CheckRunnable(const ServiceCall& call) {
  const wire::Request& request = call.request;
  if (auto sum = CheckContentMd5(request.Header("Content-MD5"), request.body); !sum) return sum;
  if (call.target.operation == nullptr) {
    return tl::unexpected(NoSuchOperation(call.target.resource.kind, call.options));
  }
  if (call.target.operation->needs_length && !request.Header("Content-Length") &&
      !request.Header("Transfer-Encoding")) {
    return Fail(ErrorCode::kMissingContentLengthHeader);
  }
  return call.target.operation->answers_body ? CheckAcceptable(call.format) : Status{};
}

// Returns the policy that a signature names, if it exists.
std::optional<StoredPolicy> FindStoredPolicy(const store::Tables& store, std::string_view table,
                                             std::string_view id) {
  auto policy = store.FindAccessPolicy(table, id);
  if (!policy) return std::nullopt;
  StoredPolicy stored{.start = policy->start, .expiry = policy->expiry, .permissions = {}};
  if (!policy->permissions.empty()) stored.permissions = std::move(policy->permissions);
  return stored;
}

// Returns a name from an address for a log line or a message: truncated, and restricted to
// printable ASCII.
std::string Printable(std::string_view name) {
  std::string text(name.substr(0, 63));
  for (char& c : text) {
    if (c < 0x21 || c > 0x7E) c = '?';
  }
  return text;
}

}  // namespace

TableService::TableService(const AccountDirectory& accounts, Traffic& traffic,
                           ServiceOptions options)
    : accounts_(accounts),
      options_(std::move(options)),
      context_{.traffic = traffic, .workers = workers_, .now = options_.clock},
      workers_(options_.worker_threads) {}

void TableService::Handle(wire::Request request, wire::Responder respond) {
  const auto call = std::make_shared<ServiceCall>(std::move(request), std::move(respond), context_);
  RunCall(*call, [&] { Serve(call); });
}

void TableService::Serve(const std::shared_ptr<ServiceCall>& call) {
  const std::string_view path = call->request.Path();
  if (IsRefusedPath(path)) return Answer(*call, InvalidUrlAnswer(path), kInvalidUrl);
  if (const Status admitted = Admit(*call); !admitted) {
    return AnswerFailure(*call, admitted.error());
  }
  if (IsPreflight(*call)) return HandlePreflight(*call);
  if (call->request.body.size() <= kInlineBodyBytes) return Run(call);
  PostCall(call, [this, call = CallPtr(call)] { Run(call); });
}

wire::Response TableService::Refuse(const wire::Request& request, ErrorCode code) {
  wire::Response response;
  ServiceCall call(
      request, [&](wire::Response answer) { response = std::move(answer); }, context_);
  // Finds the CORS rules: without their headers a browser hides the answer from its page.
  if (request.target.starts_with('/')) FindAccount(call);
  AnswerFailure(call, {code, std::string(ToWire(code).text), ErrorStage::kFrontEnd});
  return response;
}

std::optional<wire::Response> TableService::CheckHead(const wire::Request& head) {
  std::optional<wire::Response> answer;
  ServiceCall call(
      head, [&](wire::Response response) { answer = std::move(response); }, context_);
  const std::string_view path = call.request.Path();
  if (IsRefusedPath(path)) {
    Answer(call, InvalidUrlAnswer(path), kInvalidUrl);
  } else if (const Status admitted = Admit(call); !admitted) {
    AnswerFailure(call, admitted.error());
  } else if (IsPreflight(call)) {
    HandlePreflight(call);
  }
  return answer;
}

Status TableService::Admit(ServiceCall& call) {
  Status found = FindAccount(call);
  if (!found && !call.address.account.empty()) LogUnknownAccount(call);
  const auto version = call.request.Header("x-ms-version");
  if (version && !wire::IsVersionDate(*version)) {
    call.format = {};  // the forms of an unknown version are unknown, so errors are XML
    return Fail(ErrorCode::kInvalidHeaderValue);
  }
  if (!found) return found;
  if (IsPreflight(call)) return {};  // browsers send it without credentials
  auto grant = Authenticate(call);
  if (!grant) return tl::unexpected(grant.error());
  auto target = Resolve(call, *std::move(grant));
  if (!target) return tl::unexpected(target.error());
  call.target = *std::move(target);
  return {};
}

Status TableService::FindAccount(ServiceCall& call) const {
  const wire::Request& request = call.request;
  auto address = ParseAccountAddress(
      {.host = request.Header("Host"),
       .path = request.Path(),
       .signer = ClaimedAccount(request.Header("Authorization").value_or("")),
       .tls = request.tls},
      {.hosts = options_.hosts,
       .is_account = [this](std::string_view name) { return accounts_.Find(name) != nullptr; }});
  if (!address) return tl::unexpected(address.error());
  call.address = *std::move(address);
  call.account = accounts_.Find(call.address.account);
  if (!call.account) {
    return Fail(ErrorCode::kAuthenticationFailed,
                "Server failed to authenticate the request: this server has no account '" +
                    Printable(call.address.account) + "'.");
  }
  call.store = call.account->store;
  return {};
}

void TableService::LogUnknownAccount(const ServiceCall& call) {
  const auto level =
      unknown_account_warnings_++ < kWarningsMax ? spdlog::level::warn : spdlog::level::debug;
  if (!spdlog::should_log(level)) return;
  std::vector<std::string_view> names;
  const auto accounts = accounts_.All();
  for (const auto& [name, account] : *accounts) names.push_back(name);
  spdlog::log(
      level,
      "unknown account '{}' in a request (from {}, path {}); this server has: {}. The account "
      "is the first segment of the path or the first label of a host ACCOUNT.table.HOST; add "
      "one with --account NAME=KEY",
      Printable(WithoutSecrets(call.address.account)), call.request.remote_address,
      Printable(WithoutSecrets(call.request.Path())), fmt::join(names, ", "));
}

Result<AccessGrant> TableService::Authenticate(const ServiceCall& call) const {
  const wire::Request& request = call.request;
  if (request.Header("Authorization") || !HasSharedAccessToken(request.Query())) {
    if (auto authentic = CheckSharedKey(call); !authentic) return tl::unexpected(authentic.error());
    return AccessGrant{};
  }
  const PolicyLookup find_policy = [&](std::string_view table, std::string_view id) {
    return FindStoredPolicy(*call.store, table, id);
  };
  return AuthenticateSharedAccess(request.Query(), call.address.account, call.account->keys,
                                  {.now = DateTime::FromSystem(options_.clock()),
                                   .address = request.remote_address,
                                   .tls = request.tls},
                                  find_policy);
}

Status TableService::CheckSharedKey(const ServiceCall& call) const {
  return rowhouse::Authenticate(ToSignedRequest(call.request), call.address.account,
                                call.account->keys, options_.clock(), options_.auth);
}

void TableService::Run(const CallPtr& call) {
  if (const auto runnable = CheckRunnable(*call); !runnable) {
    return AnswerFailure(*call, runnable.error());
  }
  const RestOperation& operation = *call->target.operation;
  if (operation.admission == RestOperation::Admission::kAsRequest && !AdmitRequest(*call)) return;
  if (operation.thread == RestOperation::Thread::kIo) return operation.handle(call);
  PostCall(call, [call] { call->target.operation->handle(call); });
}

}  // namespace rowhouse::operations
