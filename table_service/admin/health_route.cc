#include "table_service/admin/admin_handlers.h"

namespace rowhouse::admin {

AdminResult<wire::Response> GetHealth(const AdminCall& /*call*/) {
  return AdminJson(200, R"({"status":"ok","version":")" ROWHOUSE_VERSION R"("})");
}

}  // namespace rowhouse::admin
