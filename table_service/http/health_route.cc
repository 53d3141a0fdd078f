#include "table_service/http/admin_handlers.h"

namespace rowhouse::http {

AdminResult<Response> GetHealth(const AdminCall& /*call*/) {
  return AdminJson(200, R"({"status":"ok","version":")" ROWHOUSE_VERSION R"("})");
}

}  // namespace rowhouse::http
