#pragma once
// The XML form of stored access policies. Spec 5.4, 5.5.

#include "entity/error.h"
#include "settings/access_policy.h"

#include <span>
#include <string>
#include <string_view>

namespace rowhouse {

// Parses the body of Set Table ACL; an empty body is an empty list. kInvalidXmlDocument for another
// document, more than 5 policies, an id that is missing, longer than 64 units or duplicate, and an
// invalid time. kInvalidXmlNodeValue for permissions that are not letters of "raud" without
// duplicates.
Result<AccessPolicies> ParseAccessPolicies(std::string_view xml);

// The body of Get Table ACL: times have seven digits of fraction, missing fields are left out, and
// so is AccessPolicy if all of its fields are missing.
std::string WriteAccessPolicies(std::span<const AccessPolicy> policies);

}  // namespace rowhouse
