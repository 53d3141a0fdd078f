#include "table_service/store/tables.h"

namespace rowhouse::store {

Status Tables::RequireTable(std::string_view name) const {
  const auto found = FindTable(name);
  if (found) return {};
  if (found.error().code == ErrorCode::kResourceNotFound) return Fail(ErrorCode::kTableNotFound);
  return tl::unexpected(found.error());
}

std::optional<AccessPolicy> Tables::FindAccessPolicy(std::string_view table,
                                                     std::string_view id) const {
  const auto policies = GetAccessPolicies(table);
  const AccessPolicy* const policy = policies ? FindPolicy(**policies, id) : nullptr;
  return policy ? std::optional(*policy) : std::nullopt;
}

}  // namespace rowhouse::store
