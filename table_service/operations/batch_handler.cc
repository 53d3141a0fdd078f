// Entity group transactions and the single query of a batch (spec section 8). A batch that could be
// parsed is always answered with 202; its outcome is in the parts.

#include "base/guid.h"
#include "batch/multipart.h"
#include "batch/transaction.h"
#include "entity/etag.h"
#include "query/continuation.h"
#include "table_service/operations/call_traffic.h"
#include "table_service/operations/entity_reads.h"
#include "table_service/operations/error_answer.h"
#include "table_service/operations/handlers.h"
#include "table_service/operations/operation_table.h"

#include <memory>
#include <optional>
#include <utility>

namespace rowhouse::operations {
namespace {

// A batch that the store is executing.
struct BatchInProgress {
  CallPtr call;
  BatchRequest request;  // views into the call's body
  EntityGroupTransaction transaction;
};

// Returns the form that a part asks for. A part that asks for none is always answered in JSON,
// since many send no Accept (spec 8.5).
AnswerFormat PartFormat(const SubRequest& part) {
  const QueryOptions options = ParseQueryOptions(SubRequestQuery(part.target));
  const auto accept = FindHeader(part.headers, "Accept");
  const bool names_form =
      (accept && !accept->empty()) || (options.format && !options.format->empty());
  return names_form ? Negotiate(accept, options.format) : AnswerFormat{Acceptance::kJson};
}

// The same for the parts of a change set, which mostly ask for the same form: the last one is kept.
class PartFormats {
 public:
  AnswerFormat Of(const SubRequest& part) {
    const std::string_view accept = FindHeader(part.headers, "Accept").value_or("");
    const std::string_view query = SubRequestQuery(part.target);
    if (!format_ || accept != accept_ || query != query_) {
      format_ = PartFormat(part);
      accept_ = accept;
      query_ = query;
    }
    return *format_;
  }

 private:
  std::string_view accept_;
  std::string_view query_;
  std::optional<AnswerFormat> format_;
};

WireContext PartContext(const ServiceCall& call, const SubRequest& part, std::string_view table) {
  WireContext context = call.Wire(table);
  context.level = PartFormat(part).level;
  return context;
}

void AnswerMultipart(const ServiceCall& call, MultipartBody body, const FailureNote& note = {}) {
  wire::Response response = DataLayerAnswer(202);
  response.headers.emplace_back("Content-Type", std::move(body.content_type));
  response.body = std::move(body.body);
  response.chunked = true;
  Answer(call, std::move(response), note);
}

PartAnswer FailurePart(const ServiceCall& call, const SubRequest& part, const Error& error,
                       std::string_view message) {
  const AnswerFormat format = PartFormat(part);
  return MakeErrorPart(
      error,
      DataLayerErrorBody(
          error.code, message,
          {.format = format, .request_id = call.id, .now = std::chrono::system_clock::now()}),
      DataLayerErrorType(format), part);
}

void AnswerTransactionFailure(const ServiceCall& call, const BatchRequest& request,
                              const TransactionFailure& failure) {
  const std::size_t count = request.operations.size();
  const std::string message = IndexedMessage(failure, count);
  ChangeSetAnswer answer(NewGuid, 1);
  answer.Add(FailurePart(call, request.operations.at(std::min(failure.operation, count - 1)),
                         failure.error, message));
  AnswerMultipart(call, answer.Finish(),
                  {.code = ToWire(failure.error.code).code, .reason = message});
}

void AnswerTransaction(const BatchInProgress& batch, const ApplyResult& result) {
  const ServiceCall& call = *batch.call;
  if (!result) {
    return AnswerTransactionFailure(call, batch.request,
                                    {result.error().error, result.error().operation});
  }
  const auto& writes = batch.transaction.writes;
  const auto& operations = batch.transaction.changes.operations;
  ChangeSetAnswer answer(NewGuid, writes.size());
  PartFormats formats;
  for (std::size_t i = 0; i < writes.size(); ++i) {
    const SubRequest& part = batch.request.operations[i];
    WireContext context = call.Wire(writes[i].table);
    context.level = formats.Of(part).level;
    answer.Add(AnswerEntityWrite(writes[i], operations[i], (*result)[i], context), part);
  }
  CountWrites(call, writes, operations);
  AnswerMultipart(call, answer.Finish());
}

// `method` is the effective method.
Status AuthorizePart(const ServiceCall& call, std::string_view method,
                     const ResourceAddress& resource, const SubRequest& part) {
  if (call.target.grant.kind == AccessGrant::Kind::kFull) return {};
  return AuthorizeOperation(call.target.grant,
                            FindPartOperation(method, resource.kind, part.headers), resource.table);
}

// Returns true also if the store fails: Apply() then fails likewise, and its error is answered.
bool MayExist(const store::Tables& store, std::string_view table) {
  const auto exists = store.RequireTable(table);
  return exists || exists.error().code != ErrorCode::kTableNotFound;
}

TransactionRules RulesFor(const ServiceCall& call) {
  return {.table_exists = [&](std::string_view table) { return MayExist(*call.store, table); },
          .check_operation =
              [&, accepted = std::optional<std::string_view>()](std::string_view method,
                                                                const ResourceAddress& address,
                                                                const SubRequest& part) mutable {
                Status allowed = AuthorizePart(call, method, address, part);
                if (!allowed || method != "POST") return allowed;
                const auto accept = FindHeader(part.headers, "Accept");
                if (accept && accept == accepted) return allowed;  // as in the part before
                accepted = accept;
                return CheckAcceptable(Negotiate(accept, std::nullopt));
              },
          .check_key = [&](const EntityKey& key) { return AuthorizeKey(call.target.grant, key); }};
}

void RunTransaction(const CallPtr& call, BatchRequest request) {
  auto transaction = BuildTransaction(request, RulesFor(*call));
  if (!transaction) return AnswerTransactionFailure(*call, request, transaction.error());
  if (transaction->writes.empty()) {
    return AnswerMultipart(*call, ChangeSetAnswer(NewGuid, 0).Finish());
  }
  const ChangeSet& changes = transaction->changes;
  if (!AdmitOperations(*call, changes.table, changes.partition_key, changes.operations.size())) {
    return;
  }
  const auto batch = std::make_shared<const BatchInProgress>(
      BatchInProgress{call, std::move(request), *std::move(transaction)});
  call->store->Apply(std::shared_ptr<const ChangeSet>(batch, &batch->transaction.changes),
                     [batch](const ApplyResult& result) {
                       RunCall(*batch->call, [&] { AnswerTransaction(*batch, result); });
                     });
}

// The answer to the query of a batch; none if the call has already been answered as a whole.
using MaybeAnswer = std::optional<Result<PartAnswer>>;

MaybeAnswer ReadOne(const ServiceCall& call, const SubRequest& part,
                    const ResourceAddress& resource, const QueryOptions& options) {
  if (!AdmitOperations(call, resource.table, resource.key.partition)) return std::nullopt;
  auto read = ReadEntity(*call.store, resource, options, call.target.grant,
                         PartContext(call, part, resource.table));
  if (read || read.error().code == ErrorCode::kResourceNotFound) {
    CountRead(call, resource.table, resource.key,
              read ? std::optional(read->body.size()) : std::nullopt);
  }
  if (!read) return tl::unexpected(read.error());
  PartAnswer answer =
      MakeQueryPart(std::move(read->body), EntityContentType(PartFormat(part).level), part);
  answer.headers.emplace_back("ETag", FormatETag(read->timestamp));
  return answer;
}

MaybeAnswer ReadPage(const ServiceCall& call, const SubRequest& part,
                     const ResourceAddress& resource, const QueryOptions& options) {
  const WireContext context = PartContext(call, part, resource.table);
  const auto read =
      EntityPageRead::Begin(*call.store, resource, options, call.target.grant, context);
  if (!read) return tl::unexpected(read.error());
  if (!AdmitQuery(call, resource.table, (*read)->plan())) return std::nullopt;
  if (const auto done = (*read)->RunToEnd(); !done) return tl::unexpected(done.error());
  EntityPage page = (*read)->Take();
  CountQuery(call, resource.table, (*read)->plan(), page.body.size());
  PartAnswer answer =
      MakeQueryPart(std::move(page.body), EntityContentType(PartFormat(part).level), part);
  if (page.next) {
    answer.headers.emplace_back("x-ms-continuation-NextPartitionKey",
                                EncodeToken(page.next->partition));
    answer.headers.emplace_back("x-ms-continuation-NextRowKey", EncodeToken(page.next->row));
  }
  return answer;
}

MaybeAnswer RunQuery(const ServiceCall& call, const SubRequest& part) {
  const auto resource = ParseAddress(SubRequestPath(part.target));
  if (!resource) return tl::unexpected(resource.error());
  if (auto allowed = AuthorizePart(call, part.method, *resource, part); !allowed) {
    return tl::unexpected(allowed.error());
  }
  const QueryOptions options = ParseQueryOptions(SubRequestQuery(part.target));
  if (options.problem) return tl::unexpected(*options.problem);
  const bool is_settings = options.comp && !options.comp->empty();  // of a table or the service
  if (is_settings) return tl::unexpected(Error(ErrorCode::kNotImplemented));
  if (auto acceptable = CheckAcceptable(PartFormat(part)); !acceptable) {
    return tl::unexpected(acceptable.error());
  }
  if (resource->kind == ResourceAddress::Kind::kEntity) {
    return ReadOne(call, part, *resource, options);
  }
  if (resource->kind != ResourceAddress::Kind::kEntities) {
    return tl::unexpected(Error(ErrorCode::kNotImplemented));
  }
  return ReadPage(call, part, *resource, options);
}

void AnswerQuery(const ServiceCall& call, const SubRequest& part) {
  const MaybeAnswer answer = RunQuery(call, part);
  if (!answer) return;
  if (*answer) return AnswerMultipart(call, WriteQueryAnswer(**answer, NewGuid));
  const Error& error = answer->error();
  const std::string message = IndexedQueryMessage(error);
  AnswerMultipart(call, WriteQueryAnswer(FailurePart(call, part, error, message), NewGuid),
                  {.code = ToWire(error.code).code, .reason = message});
}

}  // namespace

void HandleBatch(const CallPtr& call) {
  auto request = ParseBatch(call->request.Header("Content-Type").value_or(""), call->request.body);
  if (!request) return AnswerFailure(*call, request.error());
  if (!request->is_query) {
    if (call->address.secondary) {
      return AnswerFailure(*call, Error(ErrorCode::kInsufficientAccountPermissions));
    }
    return RunTransaction(call, *std::move(request));
  }
  const auto kept = std::make_shared<const BatchRequest>(*std::move(request));
  PostCall(call, [call, kept] { AnswerQuery(*call, kept->operations.front()); });
}

void HandleBatchOtherMethod(const ServiceCall& call) {
  AnswerFailure(call, Error(ErrorCode::kMethodNotAllowed,
                            "The /$batch resource only supports POST method requests."));
}

}  // namespace rowhouse::operations
