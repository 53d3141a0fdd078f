#include "table_service/auth/signed_request.h"

namespace rowhouse {

SignedRequest ToSignedRequest(const wire::Request& request) {
  return {.method = request.method,
          .raw_path = request.Path(),
          .raw_query = request.Query(),
          .authorization = request.Header("Authorization"),
          .date = request.Header("Date"),
          .x_ms_date = request.Header("x-ms-date"),
          .content_type = request.Header("Content-Type"),
          .content_md5 = request.Header("Content-MD5"),
          .x_ms_version = request.Header("x-ms-version")};
}

}  // namespace rowhouse
