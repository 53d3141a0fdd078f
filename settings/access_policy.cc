#include "settings/access_policy.h"

#include <algorithm>

namespace rowhouse {

const AccessPolicy* FindPolicy(std::span<const AccessPolicy> policies, std::string_view id) {
  const auto found = std::find_if(policies.begin(), policies.end(),
                                  [id](const AccessPolicy& policy) { return policy.id == id; });
  return found == policies.end() ? nullptr : &*found;
}

}  // namespace rowhouse
