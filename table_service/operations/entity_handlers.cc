#include "batch/entity_write.h"
#include "entity/etag.h"
#include "query/continuation.h"
#include "table_service/operations/call_traffic.h"
#include "table_service/operations/entity_reads.h"
#include "table_service/operations/handlers.h"

#include <chrono>
#include <memory>
#include <optional>
#include <utility>

namespace rowhouse::operations {
namespace {

// A query that takes no longer, about the time of a point read, runs on the I/O thread: two changes
// of thread would cost more. This gave 1.5 times as many queries of ten rows per second (measured
// in pairs).
constexpr std::chrono::microseconds kInlineTime{100};

wire::Response JsonAnswer(const ServiceCall& call, std::string body) {
  wire::Response response = DataLayerAnswer(200);
  response.headers.emplace_back("Content-Type", EntityContentType(call.format.level));
  response.body = std::move(body);
  response.chunked = true;
  return response;
}

// Returns true if the client of a point read already has this state (spec 3.6).
// REQUIRES: ParseConditions() has accepted the headers
bool IsNotModified(const wire::Request& request, DateTime timestamp) {
  const auto none_match = IfMatch::Parse(request.Header("If-None-Match"));
  return none_match && none_match->kind != IfMatch::Kind::kNone && none_match->Check(timestamp);
}

// Parses a write and makes all checks that precede the call of the store (spec 9.4).
Result<EntityWrite> ParseWrite(const ServiceCall& call) {
  const wire::Request& request = call.request;
  if (call.target.method != "DELETE") {
    if (const auto type = CheckBodyType(request.Header("Content-Type")); !type) {
      return tl::unexpected(type.error());
    }
  }
  const WriteHeaders headers = request.headers;
  if (const auto head = CheckWriteHead(call.target.method, call.target.resource, headers); !head) {
    return tl::unexpected(head.error());
  }
  if (auto exists = call.store->RequireTable(call.target.resource.table); !exists) {
    return tl::unexpected(std::move(exists.error()));
  }
  auto write = ParseEntityWrite(call.target.method, call.target.resource, headers, request.body);
  if (!write) return write;
  if (const auto allowed = AuthorizeKey(call.target.grant, write->key); !allowed) {
    return tl::unexpected(allowed.error());
  }
  return write;
}

wire::Response WriteResponse(const EntityWrite& write, const Operation& operation,
                             DateTime timestamp, const ServiceCall& call) {
  WriteAnswer answer = AnswerEntityWrite(write, operation, timestamp, call.Wire(write.table));
  wire::Response response = DataLayerAnswer(answer.status);
  MoveHeaders(answer, response.headers);
  response.chunked = !answer.body.empty();
  response.body = std::move(answer.body);
  return response;
}

// A write that the store is executing.
struct WriteInProgress {
  CallPtr call;
  EntityWrite write;
  ChangeSet changes;
};

void AnswerWrite(const WriteInProgress& in_progress, const ApplyResult& result) {
  const ServiceCall& call = *in_progress.call;
  if (!result) return AnswerFailure(call, result.error().error);
  const Operation& operation = in_progress.changes.operations.front();
  CountWrites(call, {&in_progress.write, 1}, in_progress.changes.operations);
  Answer(call, WriteResponse(in_progress.write, operation, result->front(), call));
}

void AnswerPage(const ServiceCall& call, EntityPageRead& read) {
  EntityPage page = read.Take();
  CountQuery(call, call.target.resource.table, read.plan(), page.body.size());
  wire::Response response = JsonAnswer(call, std::move(page.body));
  if (page.next) {  // always both: some clients continue only if they have both (spec 7.8)
    response.headers.emplace_back("x-ms-continuation-NextPartitionKey",
                                  EncodeToken(page.next->partition));
    response.headers.emplace_back("x-ms-continuation-NextRowKey", EncodeToken(page.next->row));
  }
  Answer(call, std::move(response));
}

}  // namespace

void HandleGetEntity(const ServiceCall& call) {
  const ResourceAddress& resource = call.target.resource;
  const auto conditions = ParseConditions("GET", resource.table, call.request.headers);
  if (!conditions) return AnswerFailure(call, conditions.error());
  if (!AdmitOperations(call, resource.table, resource.key.partition)) return;
  auto read =
      ReadEntity(*call.store, resource, call.options, call.target.grant, call.Wire(resource.table));
  if (read || read.error().code == ErrorCode::kResourceNotFound) {
    CountRead(call, resource.table, resource.key,
              read ? std::optional(read->body.size()) : std::nullopt);
  }
  if (!read) return AnswerFailure(call, read.error());
  if (const auto matches = conditions->Check(read->timestamp); !matches) {
    return AnswerFailure(call, matches.error());
  }
  wire::Response response = IsNotModified(call.request, read->timestamp)
                                ? DataLayerAnswer(304)
                                : JsonAnswer(call, std::move(read->body));
  response.headers.emplace_back("ETag", FormatETag(read->timestamp));
  Answer(call, std::move(response));
}

void HandleQueryEntities(const CallPtr& call) {
  auto begun = EntityPageRead::Begin(*call->store, call->target.resource, call->options,
                                     call->target.grant, call->Wire(call->target.resource.table));
  if (!begun) return AnswerFailure(*call, begun.error());
  const std::shared_ptr<EntityPageRead> read = *std::move(begun);
  if (!AdmitQuery(*call, call->target.resource.table, read->plan())) return;
  if (read->IsOneSeek()) {
    const auto done = read->RunFor(kInlineTime);
    if (!done) return AnswerFailure(*call, done.error());
    if (*done) return AnswerPage(*call, *read);
  }
  PostCall(call, [call, read] {
    if (const auto done = read->RunToEnd(); !done) return AnswerFailure(*call, done.error());
    AnswerPage(*call, *read);
  });
}

void HandleWriteEntity(const CallPtr& call) {
  auto write = ParseWrite(*call);
  if (!write) return AnswerFailure(*call, write.error());
  if (!AdmitOperations(*call, write->table, write->key.partition)) return;
  auto in_progress = std::make_shared<WriteInProgress>();
  in_progress->call = call;
  in_progress->changes = {
      .table = write->table, .partition_key = write->key.partition, .operations = {}};
  in_progress->changes.operations.push_back(std::move(write->operation));
  in_progress->write = *std::move(write);
  call->store->Apply(std::shared_ptr<const ChangeSet>(in_progress, &in_progress->changes),
                     [in_progress](const ApplyResult& result) {
                       RunCall(*in_progress->call, [&] { AnswerWrite(*in_progress, result); });
                     });
}

}  // namespace rowhouse::operations
