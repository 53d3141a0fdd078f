#pragma once
// Stored access policies of a table and their XML. Spec 2.9, 5.4, 5.5.

#include "base/date_time.h"
#include "entity/error.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

// Every field but the id may be missing: a shared access signature that names the policy then has
// to carry it.
struct AccessPolicy {
  std::string id;
  std::optional<DateTime> start = {};
  std::optional<DateTime> expiry = {};
  std::string permission = {};  // letters of "raud", as they were set; empty: missing

  bool operator==(const AccessPolicy&) const = default;
};
using AccessPolicies = std::vector<AccessPolicy>;  // in the order in which they were set

// Ids compare byte by byte. Null when there is none.
const AccessPolicy* FindPolicy(std::span<const AccessPolicy> policies, std::string_view id);

// The body of Set Table ACL; an empty body is an empty list. kInvalidXmlDocument: no such document,
// more than 5 policies, an id that is missing, longer than 64 or there twice, a time that is none.
// kInvalidXmlNodeValue: permissions that are not letters of "raud", each once.
Result<AccessPolicies> ParseAccessPolicies(std::string_view xml);

// The body of Get Table ACL: times with seven digits of fraction, missing fields left out, no
// AccessPolicy element where all are missing.
std::string WriteAccessPolicies(std::span<const AccessPolicy> policies);

}  // namespace rowhouse
