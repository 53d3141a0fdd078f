#include "table_service/operations/admin_handlers.h"

namespace rowhouse::operations {

AdminResult<wire::Response> GetHealth(const AdminCall& /*call*/) {
  return AdminJson(200, R"({"status":"ok","version":")" ROWHOUSE_VERSION R"("})");
}

}  // namespace rowhouse::operations
