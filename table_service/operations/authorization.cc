#include "table_service/operations/authorization.h"

#include "entity/etag.h"

#include <optional>

namespace rowhouse::operations {
namespace {

using Kind = ResourceAddress::Kind;
using Operation = ServiceOperation;
using MaybeOperation = std::optional<ServiceOperation>;

MaybeOperation ServiceLevelOperation(const ServiceCall& call) {
  if (call.options.restype != "service") return std::nullopt;
  const bool reads = call.method == "GET";
  if (call.options.comp == "stats" && reads) return Operation::kGetServiceStats;
  if (call.options.comp != "properties") return std::nullopt;
  if (reads) return Operation::kGetServiceProperties;
  if (call.method == "PUT") return Operation::kSetServiceProperties;
  return std::nullopt;
}

MaybeOperation AclOperation(const ServiceCall& call) {
  if (call.options.comp != "acl" || call.resource.kind != Kind::kEntities) return std::nullopt;
  if (call.method == "GET") return Operation::kGetTableAcl;
  if (call.method == "PUT") return Operation::kSetTableAcl;
  return std::nullopt;
}

MaybeOperation TableOperation(std::string_view method, Kind kind) {
  if (kind == Kind::kTables) {
    if (method == "GET") return Operation::kListTables;
    if (method == "POST") return Operation::kCreateTable;
  } else {
    if (method == "GET") return Operation::kGetTable;
    if (method == "DELETE") return Operation::kDeleteTable;
  }
  return std::nullopt;
}

// A condition that cannot be read is refused later, whatever is allowed.
bool IsConditional(const HeaderList& headers) {
  const auto condition = IfMatch::Parse(FindHeader(headers, "If-Match"));
  return !condition || condition->kind != IfMatch::Kind::kNone;
}

MaybeOperation EntityOperation(std::string_view method, Kind kind, const HeaderList& headers) {
  if (method == "GET") return Operation::kReadEntities;
  if (kind == Kind::kEntities) {
    return method == "POST" ? MaybeOperation(Operation::kInsertEntity) : std::nullopt;
  }
  if (method == "DELETE") return Operation::kDeleteEntity;
  if (method != "PUT" && method != "PATCH" && method != "MERGE") return std::nullopt;
  return IsConditional(headers) ? Operation::kUpdateEntity : Operation::kUpsertEntity;
}

MaybeOperation OperationOf(const ServiceCall& call) {
  if (call.options.comp && !call.options.comp->empty()) {
    return call.resource.kind == Kind::kService ? ServiceLevelOperation(call) : AclOperation(call);
  }
  switch (call.resource.kind) {
    case Kind::kTables:
    case Kind::kTable:
      return TableOperation(call.method, call.resource.kind);
    case Kind::kEntities:
    case Kind::kEntity:
      return EntityOperation(call.method, call.resource.kind, call.request.headers);
    case Kind::kBatch:
      return Operation::kBatch;
    case Kind::kService:
    case Kind::kMetadata:
      return std::nullopt;
  }
  return std::nullopt;
}

Status AuthorizeIfKnown(const AccessGrant& grant, MaybeOperation operation,
                        std::string_view table) {
  if (grant.kind == AccessGrant::Kind::kFull) return {};
  if (!operation) return Fail(ErrorCode::kAuthorizationFailure);
  return Authorize(grant, *operation, table);
}

}  // namespace

SignedRequest ToSignedRequest(const wire::Request& request) {
  return {.method = request.method,
          .raw_path = request.Path(),
          .raw_query = request.Query(),
          .authorization = request.Header("Authorization"),
          .date = request.Header("Date"),
          .x_ms_date = request.Header("x-ms-date"),
          .content_type = request.Header("Content-Type"),
          .content_md5 = request.Header("Content-MD5"),
          .x_ms_version = request.Header("x-ms-version")};
}

RequestKind KindOf(const ServiceCall& call) {
  const MaybeOperation operation = OperationOf(call);
  if (!operation) return RequestKind::kOther;
  switch (*operation) {
    case Operation::kReadEntities:
      return call.resource.kind == Kind::kEntity ? RequestKind::kGetEntity
                                                 : RequestKind::kQueryEntities;
    case Operation::kInsertEntity:
      return RequestKind::kInsertEntity;
    case Operation::kUpsertEntity:
      return RequestKind::kUpsertEntity;
    case Operation::kUpdateEntity:
      return RequestKind::kUpdateEntity;
    case Operation::kDeleteEntity:
      return RequestKind::kDeleteEntity;
    case Operation::kBatch:
      return RequestKind::kBatch;
    case Operation::kListTables:
      return RequestKind::kListTables;
    case Operation::kGetTable:
      return RequestKind::kGetTable;
    case Operation::kCreateTable:
      return RequestKind::kCreateTable;
    case Operation::kDeleteTable:
      return RequestKind::kDeleteTable;
    case Operation::kGetServiceProperties:
    case Operation::kSetServiceProperties:
    case Operation::kGetServiceStats:
    case Operation::kGetTableAcl:
    case Operation::kSetTableAcl:
      return RequestKind::kSettings;
  }
  return RequestKind::kOther;
}

Status AuthorizeCall(const ServiceCall& call) {
  return AuthorizeIfKnown(call.grant, OperationOf(call), call.resource.table);
}

Status AuthorizePart(const AccessGrant& grant, std::string_view method,
                     const ResourceAddress& resource, const HeaderList& headers) {
  const bool on_entities = resource.kind == Kind::kEntities || resource.kind == Kind::kEntity;
  return AuthorizeIfKnown(
      grant, on_entities ? EntityOperation(method, resource.kind, headers) : std::nullopt,
      resource.table);
}

}  // namespace rowhouse::operations
