#include "entity/etag.h"
#include "query/continuation.h"
#include "table_service/http/entity_reads.h"
#include "table_service/http/handlers.h"

#include <utility>

namespace rowhouse::http {
namespace {

Response JsonAnswer(const Exchange& exchange, std::string body) {
  Response response = DataLayerAnswer(200);
  response.headers.emplace_back("Content-Type", JsonContentType(exchange.format.level));
  response.body = std::move(body);
  response.chunked = true;
  return response;
}

// The conditions of a point read (spec 3.6): an error, or whether the client has this state
// already.
Result<bool> IsNotModified(const Exchange& exchange, DateTime timestamp) {
  const auto if_match = IfMatch::Parse(exchange.request.Header("If-Match"));
  if (!if_match) return tl::unexpected(if_match.error());
  if (const auto matches = if_match->Check(timestamp); !matches) {
    return tl::unexpected(matches.error());
  }
  const auto none_match = exchange.request.Header("If-None-Match");
  return none_match && (*none_match == "*" || *none_match == FormatETag(timestamp));
}

// Everything of a write that can be refused before the store is asked (spec 9.4).
Result<EntityWrite> ParseWrite(const Exchange& exchange) {
  const Request& request = exchange.request;
  if (const auto if_match = IfMatch::Parse(request.Header("If-Match")); !if_match) {
    return tl::unexpected(if_match.error());
  }
  if (!exchange.store->HasTable(exchange.resource.table)) return Fail(ErrorCode::kTableNotFound);
  return ParseEntityWrite(exchange.method, exchange.resource, request.headers, request.body);
}

Response WriteResponse(const EntityWrite& write, DateTime timestamp, const Exchange& exchange) {
  WriteAnswer answer = AnswerEntityWrite(write, timestamp, exchange.Wire(write.table));
  Response response = DataLayerAnswer(answer.status);
  for (auto& header : answer.headers) response.headers.push_back(std::move(header));
  response.chunked = !answer.body.empty();
  response.body = std::move(answer.body);
  return response;
}

// The operation for the store. An insert that is answered with its entity needs the properties
// twice.
Operation TakeOperation(EntityWrite& write) {
  const bool answered_with_entity = write.operation.kind == OperationKind::kInsert &&
                                    write.preference != Preference::kReturnNoContent;
  return answered_with_entity ? write.operation : std::move(write.operation);
}

}  // namespace

void HandleGetEntity(Exchange& exchange) {
  auto read = ReadEntity(*exchange.store, exchange.resource, exchange.options,
                         exchange.Wire(exchange.resource.table));
  if (!read) return AnswerFailure(exchange, read.error());
  const auto not_modified = IsNotModified(exchange, read->timestamp);
  if (!not_modified) return AnswerFailure(exchange, not_modified.error());
  Response response =
      *not_modified ? DataLayerAnswer(304) : JsonAnswer(exchange, std::move(read->body));
  response.headers.emplace_back("ETag", FormatETag(read->timestamp));
  Answer(exchange, std::move(response));
}

void HandleQueryEntities(Exchange& exchange) {
  auto page = ReadEntityPage(*exchange.store, exchange.resource, exchange.options,
                             exchange.Wire(exchange.resource.table));
  if (!page) return AnswerFailure(exchange, page.error());
  Response response = JsonAnswer(exchange, std::move(page->body));
  if (page->next) {  // both always: some clients go on only when they have both (spec 7.8)
    response.headers.emplace_back("x-ms-continuation-NextPartitionKey",
                                  EncodeToken(page->next->partition));
    response.headers.emplace_back("x-ms-continuation-NextRowKey", EncodeToken(page->next->row));
  }
  Answer(exchange, std::move(response));
}

void HandleWriteEntity(const ExchangePtr& exchange) {
  auto write = ParseWrite(*exchange);
  if (!write) return AnswerFailure(*exchange, write.error());
  ChangeSet changes{.table = write->table, .partition_key = write->key.partition, .operations = {}};
  changes.operations.push_back(TakeOperation(*write));
  exchange->store->Apply(std::move(changes),
                         [exchange, write = *std::move(write)](ApplyResult result) {
                           if (!result) return AnswerFailure(*exchange, result.error().error);
                           Answer(*exchange, WriteResponse(write, result->front(), *exchange));
                         });
}

}  // namespace rowhouse::http
