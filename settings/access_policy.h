#pragma once
// Stored access policies of a table. Spec 2.9.

#include "base/date_time.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

// Every field except the id may be missing; then a shared access signature that names the policy
// must have it.
struct AccessPolicy {
  std::string id = {};
  std::optional<DateTime> start = {};
  std::optional<DateTime> expiry = {};
  std::string permissions = {};  // letters of "raud", as set; empty: missing

  bool operator==(const AccessPolicy&) const = default;
};
using AccessPolicies = std::vector<AccessPolicy>;  // in the order in which they were set

// Ids compare byte by byte. Null if there is no such policy.
const AccessPolicy* FindPolicy(std::span<const AccessPolicy> policies, std::string_view id);

}  // namespace rowhouse
