#include "table_service/auth/access_grant.h"

#include "base/ascii.h"

#include <cstdlib>

namespace rowhouse {
namespace {

// What an operation needs of a shared access signature (spec 2.7).
struct Needs {
  char resource_type;            // srt; 0: no account SAS allows it
  std::string_view account_any;  // sp of an account SAS: one of these; empty: none is needed
  std::string_view table_all;    // sp of a table SAS: all of these
  bool in_table_sas = false;     // a table SAS can allow it at all
};

Needs NeedsOf(ServiceOperation operation) {
  switch (operation) {
    case ServiceOperation::kGetServiceProperties:
    case ServiceOperation::kGetServiceStats:
      return {'s', "r", ""};
    case ServiceOperation::kSetServiceProperties:
      return {'s', "w", ""};
    case ServiceOperation::kListTables:
      return {'c', "l", ""};
    case ServiceOperation::kGetTable:
      return {'c', "lr", ""};
    case ServiceOperation::kCreateTable:
      return {'c', "cw", ""};
    case ServiceOperation::kDeleteTable:
      return {'c', "d", ""};
    case ServiceOperation::kGetTableAcl:
    case ServiceOperation::kSetTableAcl:
      return {0, "", ""};
    case ServiceOperation::kReadEntities:
      return {'o', "r", "r", true};
    case ServiceOperation::kInsertEntity:
      return {'o', "a", "a", true};
    case ServiceOperation::kUpsertEntity:
      return {'o', "au", "au", true};
    case ServiceOperation::kUpdateEntity:
      return {'o', "u", "u", true};
    case ServiceOperation::kDeleteEntity:
      return {'o', "d", "d", true};
    case ServiceOperation::kBatch:
      return {'o', "", "", true};
  }
  std::abort();
}

bool HasAll(std::string_view letters, std::string_view wanted) {
  return wanted.find_first_not_of(letters) == std::string_view::npos;
}

bool HasAny(std::string_view letters, std::string_view wanted) {
  return wanted.find_first_of(letters) != std::string_view::npos;
}

Status AuthorizeAccountSas(const AccessGrant& grant, const Needs& needs) {
  if (needs.resource_type == 0) return Fail(ErrorCode::kAuthorizationFailure);
  if (grant.resource_types.find(needs.resource_type) == std::string::npos) {
    return Fail(ErrorCode::kAuthorizationResourceTypeMismatch);
  }
  if (needs.account_any.empty() || HasAny(grant.permissions, needs.account_any)) return {};
  return Fail(ErrorCode::kAuthorizationPermissionMismatch);
}

Status AuthorizeTableSas(const AccessGrant& grant, const Needs& needs, std::string_view table,
                         bool is_batch) {
  if (!needs.in_table_sas || (!is_batch && AsciiLower(table) != grant.table)) {
    return Fail(grant.refuses_with_not_found ? ErrorCode::kResourceNotFound
                                             : ErrorCode::kAuthorizationFailure);
  }
  if (HasAll(grant.permissions, needs.table_all)) return {};
  return Fail(grant.refuses_with_not_found ? ErrorCode::kResourceNotFound
                                           : ErrorCode::kAuthorizationPermissionMismatch);
}

}  // namespace

Status Authorize(const AccessGrant& grant, ServiceOperation operation, std::string_view table) {
  const Needs needs = NeedsOf(operation);
  switch (grant.kind) {
    case AccessGrant::Kind::kFull:
      return {};
    case AccessGrant::Kind::kAccountSas:
      return AuthorizeAccountSas(grant, needs);
    case AccessGrant::Kind::kTableSas:
      return AuthorizeTableSas(grant, needs, table, operation == ServiceOperation::kBatch);
  }
  std::abort();
}

Status AuthorizeKey(const AccessGrant& grant, const EntityKey& key) {
  if (grant.kind != AccessGrant::Kind::kTableSas || grant.keys.Contains(key)) return {};
  return Fail(grant.refuses_with_not_found ? ErrorCode::kResourceNotFound
                                           : ErrorCode::kAuthorizationFailure);
}

}  // namespace rowhouse
