#pragma once
// The admin routes: one table says which there are, who may call them and where they run.

#include "base/worker_pool.h"
#include "table_service/operations/admin_access.h"
#include "table_service/operations/admin_call.h"
#include "table_service/operations/service_call.h"

#include <optional>
#include <string_view>

namespace rowhouse::operations {

// Paths under /_rowhouse/, which no account can have.
bool IsAdminPath(std::string_view path);

// How HandleAdmin() decides.
struct AdminRules {
  AdminPolicy policy = {};
  AuthPolicy auth = {};
  std::chrono::system_clock::time_point now = {};
};

// Answers `call`, perhaps from a thread of `workers`. The services outlive the workers.
void HandleAdmin(const CallPtr& call, const AdminServices& services, const AdminRules& rules,
                 WorkerPool& workers);
// What need not wait for a body: a refusal, and the answer of a route that is open to everyone.
std::optional<wire::Response> CheckAdminHead(const wire::Request& head,
                                             const AdminServices& services,
                                             const AdminRules& rules);

}  // namespace rowhouse::operations
