#include "table_service/operations/operation_table.h"

#include "base/ascii.h"
#include "entity/etag.h"
#include "table_service/operations/handlers.h"

#include <algorithm>
#include <fmt/ranges.h>
#include <set>

namespace rowhouse::operations {
namespace {

using Kind = ResourceAddress::Kind;
using IfMatchRule = RestOperation::IfMatchRule;
using Thread = RestOperation::Thread;
using Admission = RestOperation::Admission;
using TableSasScope = SasRequirement::TableSasScope;

constexpr SasRequirement kKeyHolder = {};

constexpr SasRequirement AccountSas(char resource_type, std::string_view any_of) {
  return {.resource_type = resource_type, .account_any = any_of};
}

// An account SAS must have any of the letters, a table SAS all of them.
constexpr SasRequirement EntitySas(std::string_view letters) {
  return {.resource_type = 'o',
          .account_any = letters,
          .table_all = letters,
          .table_sas = TableSasScope::kOfItsTable};
}

// Adapts handlers that answer before they return and so need not share the call.
template <void (*Handle)(const ServiceCall&)>
void Synchronous(const CallPtr& call) {
  Handle(*call);
}

// Of several rows that match a request, the first one decides.
constexpr std::array kOperations = {
    // Tables (spec 5.1-5.3)
    RestOperation{.methods = {"GET"},
                  .resource = Kind::kTables,
                  .needs = AccountSas('c', "l"),
                  .metric = RequestKind::kListTables,
                  .thread = Thread::kWorker,
                  .admission = Admission::kAsRequest,
                  .answers_body = true,
                  .handle = Synchronous<HandleListTables>},
    RestOperation{.methods = {"POST"},
                  .resource = Kind::kTables,
                  .needs = AccountSas('c', "cw"),
                  .metric = RequestKind::kCreateTable,
                  .thread = Thread::kWorker,
                  .admission = Admission::kAsRequest,
                  .answers_body = true,
                  .handle = Synchronous<HandleCreateTable>},
    RestOperation{.methods = {"GET"},
                  .resource = Kind::kTable,
                  .needs = AccountSas('c', "lr"),
                  .metric = RequestKind::kGetTable,
                  .admission = Admission::kAsRequest,
                  .answers_body = true,
                  .handle = Synchronous<HandleGetTable>},
    RestOperation{.methods = {"DELETE"},
                  .resource = Kind::kTable,
                  .needs = AccountSas('c', "d"),
                  .metric = RequestKind::kDeleteTable,
                  .thread = Thread::kWorker,
                  .admission = Admission::kAsRequest,
                  .handle = Synchronous<HandleDeleteTable>},

    // Entities (spec 5.10-5.16)
    RestOperation{.methods = {"GET"},
                  .resource = Kind::kEntity,
                  .needs = EntitySas("r"),
                  .metric = RequestKind::kGetEntity,
                  .answers_body = true,
                  .handle = Synchronous<HandleGetEntity>},
    RestOperation{.methods = {"GET"},
                  .resource = Kind::kEntities,
                  .needs = EntitySas("r"),
                  .metric = RequestKind::kQueryEntities,
                  .answers_body = true,
                  .handle = HandleQueryEntities},
    RestOperation{.methods = {"POST"},
                  .resource = Kind::kEntities,
                  .needs = EntitySas("a"),
                  .metric = RequestKind::kInsertEntity,
                  .answers_body = true,
                  .handle = HandleWriteEntity},
    RestOperation{.methods = {"PUT", "PATCH", "MERGE"},
                  .resource = Kind::kEntity,
                  .if_match = IfMatchRule::kPresent,
                  .needs = EntitySas("u"),
                  .metric = RequestKind::kUpdateEntity,
                  .handle = HandleWriteEntity},
    RestOperation{.methods = {"PUT", "PATCH", "MERGE"},
                  .resource = Kind::kEntity,
                  .if_match = IfMatchRule::kAbsent,
                  .needs = EntitySas("au"),
                  .metric = RequestKind::kUpsertEntity,
                  .handle = HandleWriteEntity},
    RestOperation{.methods = {"DELETE"},
                  .resource = Kind::kEntity,
                  .needs = EntitySas("d"),
                  .metric = RequestKind::kDeleteEntity,
                  .handle = HandleWriteEntity},

    // Batches (spec section 8). The signature is checked before the method.
    RestOperation{.methods = {"POST"},
                  .resource = Kind::kBatch,
                  .needs = {.resource_type = 'o', .table_sas = TableSasScope::kOfAnyTable},
                  .metric = RequestKind::kBatch,
                  .handle = HandleBatch},
    RestOperation{.resource = Kind::kBatch,
                  .needs = {.resource_type = 'o', .table_sas = TableSasScope::kOfAnyTable},
                  .metric = RequestKind::kBatch,
                  .handle = Synchronous<HandleBatchOtherMethod>},

    // The service document (spec 1.2)
    RestOperation{.methods = {"GET"},
                  .resource = Kind::kService,
                  .needs = AccountSas('s', "r"),
                  .metric = RequestKind::kSettings,
                  .admission = Admission::kAsRequest,
                  .answers_body = true,
                  .handle = Synchronous<HandleGetServiceDocument>},

    // Access policies, service properties, statistics (spec 5.4-5.8)
    RestOperation{.methods = {"GET"},
                  .resource = Kind::kEntities,
                  .comp = "acl",
                  .needs = kKeyHolder,
                  .metric = RequestKind::kSettings,
                  .admission = Admission::kAsRequest,
                  .handle = Synchronous<HandleGetAcl>},
    RestOperation{.methods = {"PUT"},
                  .resource = Kind::kEntities,
                  .comp = "acl",
                  .needs = kKeyHolder,
                  .metric = RequestKind::kSettings,
                  .thread = Thread::kWorker,
                  .admission = Admission::kAsRequest,
                  .needs_length = true,
                  .handle = Synchronous<HandleSetAcl>},
    RestOperation{.methods = {"GET"},
                  .resource = Kind::kService,
                  .comp = "properties",
                  .restype = "service",
                  .needs = AccountSas('s', "r"),
                  .metric = RequestKind::kSettings,
                  .admission = Admission::kAsRequest,
                  .handle = Synchronous<HandleGetServiceProperties>},
    RestOperation{.methods = {"PUT"},
                  .resource = Kind::kService,
                  .comp = "properties",
                  .restype = "service",
                  .needs = AccountSas('s', "w"),
                  .metric = RequestKind::kSettings,
                  .thread = Thread::kWorker,
                  .admission = Admission::kAsRequest,
                  .needs_length = true,
                  .handle = Synchronous<HandleSetServiceProperties>},
    RestOperation{.methods = {"GET"},
                  .resource = Kind::kService,
                  .comp = "stats",
                  .restype = "service",
                  .needs = AccountSas('s', "r"),
                  .metric = RequestKind::kSettings,
                  .admission = Admission::kAsRequest,
                  .handle = Synchronous<HandleGetServiceStats>},
};

std::string_view CompOf(const QueryOptions& options) {
  return options.comp ? std::string_view(*options.comp) : std::string_view();
}

bool IsFor(const RestOperation& row, Kind resource, const QueryOptions& options) {
  if (row.resource != resource || !EqualsIgnoringAsciiCase(row.comp, CompOf(options))) return false;
  return row.restype.empty() || EqualsIgnoringAsciiCase(row.restype, options.restype.value_or(""));
}

bool HasMethod(const RestOperation& row, std::string_view method) {
  return !method.empty() &&
         std::find(row.methods.begin(), row.methods.end(), method) != row.methods.end();
}

// Returns true also for an invalid condition, which is refused later.
bool IsConditional(const WriteHeaders& headers) {
  const auto condition = IfMatch::Parse(headers.if_match);
  return !condition || condition->kind != IfMatch::Kind::kNone;
}

bool MatchesCondition(const RestOperation& row, const WriteHeaders& headers) {
  return row.if_match == IfMatchRule::kAny ||
         (row.if_match == IfMatchRule::kPresent) == IsConditional(headers);
}

// Returns the methods of all rows for which `counts` returns true.
template <class Predicate>
std::set<std::string_view> MethodsOf(const Predicate& counts) {
  std::set<std::string_view> methods;
  for (const RestOperation& row : kOperations) {
    if (counts(row)) methods.insert(row.methods.begin(), row.methods.end());
  }
  methods.erase("");
  return methods;
}

std::set<std::string_view> MethodsOfComp(std::string_view comp) {
  auto methods =
      MethodsOf([&](const RestOperation& row) { return EqualsIgnoringAsciiCase(row.comp, comp); });
  if (!methods.empty()) return methods;
  return MethodsOf([](const RestOperation& row) { return !row.comp.empty(); });
}

std::set<std::string_view> MethodsOfAddress(std::string_view encoded_path) {
  const auto address = ParseAddress(encoded_path);
  if (!address) return MethodsOf([](const RestOperation&) { return true; });
  auto methods = MethodsOf(
      [&](const RestOperation& row) { return row.resource == address->kind && row.comp.empty(); });
  if (methods.empty()) methods.insert("GET");  // a resource without operations could only be read
  return methods;
}

}  // namespace

const RestOperation* FindOperation(std::string_view method, Kind resource,
                                   const QueryOptions& options, const WriteHeaders& headers) {
  const auto* const found =
      std::find_if(kOperations.begin(), kOperations.end(), [&](const RestOperation& row) {
        const bool is_any = row.methods.front().empty();
        return IsFor(row, resource, options) && (is_any || HasMethod(row, method)) &&
               MatchesCondition(row, headers);
      });
  return found == kOperations.end() ? nullptr : found;
}

const RestOperation* FindPartOperation(std::string_view method, Kind resource,
                                       const WriteHeaders& headers) {
  if (resource != Kind::kEntities && resource != Kind::kEntity) return nullptr;
  return FindOperation(method, resource, {}, headers);
}

Status AuthorizeOperation(const AccessGrant& grant, const RestOperation* operation,
                          std::string_view table) {
  if (grant.kind == AccessGrant::Kind::kFull) return {};
  if (operation == nullptr) return Fail(ErrorCode::kAuthorizationFailure);
  return Authorize(grant, operation->needs, table);
}

bool IsServiceVerb(std::string_view method) {
  return std::any_of(kOperations.begin(), kOperations.end(),
                     [&](const RestOperation& row) { return HasMethod(row, method); });
}

bool IsKnownComp(Kind resource, const QueryOptions& options) {
  return CompOf(options).empty() ||
         std::any_of(kOperations.begin(), kOperations.end(),
                     [&](const RestOperation& row) { return IsFor(row, resource, options); });
}

Error NoSuchOperation(Kind resource, const QueryOptions& options) {
  if (!CompOf(options).empty()) return Error(ErrorCode::kUnsupportedHttpVerb);
  return Error(resource == Kind::kMetadata ? ErrorCode::kNotImplemented
                                           : ErrorCode::kMethodNotAllowed);
}

std::string AllowedMethods(std::string_view encoded_path, const QueryOptions& options) {
  const std::string_view comp = CompOf(options);
  auto methods = comp.empty() ? MethodsOfAddress(encoded_path) : MethodsOfComp(comp);
  methods.insert("OPTIONS");
  return fmt::format("{}", fmt::join(methods, ", "));
}

}  // namespace rowhouse::operations
