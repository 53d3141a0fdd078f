#include "table_service/auth/access_grant.h"

#include "base/ascii.h"

#include <cstdlib>

namespace rowhouse {
namespace {

bool HasAll(std::string_view letters, std::string_view wanted) {
  return wanted.find_first_not_of(letters) == std::string_view::npos;
}

bool HasAny(std::string_view letters, std::string_view wanted) {
  return wanted.find_first_of(letters) != std::string_view::npos;
}

Status AuthorizeAccountSas(const AccessGrant& grant, const SasRequirement& needs) {
  if (needs.resource_type == 0) return Fail(ErrorCode::kAuthorizationFailure);
  if (grant.resource_types.find(needs.resource_type) == std::string::npos) {
    return Fail(ErrorCode::kAuthorizationResourceTypeMismatch);
  }
  if (needs.account_any.empty() || HasAny(grant.permissions, needs.account_any)) return {};
  return Fail(ErrorCode::kAuthorizationPermissionMismatch);
}

Status AuthorizeTableSas(const AccessGrant& grant, const SasRequirement& needs,
                         std::string_view table) {
  using TableSasScope = SasRequirement::TableSasScope;
  const bool covers =
      needs.table_sas == TableSasScope::kOfAnyTable ||
      (needs.table_sas == TableSasScope::kOfItsTable && AsciiLower(table) == grant.table);
  if (!covers) {
    return Fail(grant.refuses_with_not_found ? ErrorCode::kResourceNotFound
                                             : ErrorCode::kAuthorizationFailure);
  }
  if (HasAll(grant.permissions, needs.table_all)) return {};
  return Fail(grant.refuses_with_not_found ? ErrorCode::kResourceNotFound
                                           : ErrorCode::kAuthorizationPermissionMismatch);
}

}  // namespace

Status Authorize(const AccessGrant& grant, const SasRequirement& needs, std::string_view table) {
  switch (grant.kind) {
    case AccessGrant::Kind::kFull:
      return {};
    case AccessGrant::Kind::kAccountSas:
      return AuthorizeAccountSas(grant, needs);
    case AccessGrant::Kind::kTableSas:
      return AuthorizeTableSas(grant, needs, table);
  }
  std::abort();
}

Status AuthorizeKey(const AccessGrant& grant, const EntityKey& key) {
  if (grant.kind != AccessGrant::Kind::kTableSas || grant.keys.Contains(key)) return {};
  return Fail(grant.refuses_with_not_found ? ErrorCode::kResourceNotFound
                                           : ErrorCode::kAuthorizationFailure);
}

}  // namespace rowhouse
