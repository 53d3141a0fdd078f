#pragma once
// Stored access policies of a table, and their XML form. Spec 2.9, 5.4, 5.5.

#include "base/date_time.h"
#include "entity/error.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

// Every field except the id may be missing; then a shared access signature that names the policy
// must have it.
struct AccessPolicy {
  std::string id;
  std::optional<DateTime> start = {};
  std::optional<DateTime> expiry = {};
  std::string permission = {};  // letters of "raud", as set; empty: missing

  bool operator==(const AccessPolicy&) const = default;
};
using AccessPolicies = std::vector<AccessPolicy>;  // in the order in which they were set

// Ids compare byte by byte. Null if there is no such policy.
const AccessPolicy* FindPolicy(std::span<const AccessPolicy> policies, std::string_view id);

// Parses the body of Set Table ACL; an empty body is an empty list. kInvalidXmlDocument for another
// document, more than 5 policies, an id that is missing, longer than 64 units or duplicate, and an
// invalid time. kInvalidXmlNodeValue for permissions that are not letters of "raud" without
// duplicates.
Result<AccessPolicies> ParseAccessPolicies(std::string_view xml);

// The body of Get Table ACL: times have seven digits of fraction, missing fields are left out, and
// so is AccessPolicy if all of its fields are missing.
std::string WriteAccessPolicies(std::span<const AccessPolicy> policies);

}  // namespace rowhouse
