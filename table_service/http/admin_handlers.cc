#include "table_service/http/handlers.h"

namespace rowhouse::http {
namespace {

constexpr std::string_view kAdminPrefix = "/_rowhouse/";

Response PlainJson(int status, std::string body) {
  Response response;
  response.status = status;
  response.headers.emplace_back("Content-Type", "application/json");
  response.headers.emplace_back("Cache-Control", "no-store");
  response.body = std::move(body);
  return response;
}

}  // namespace

bool IsAdminPath(std::string_view path) { return path.starts_with(kAdminPrefix); }

void HandleAdmin(ServiceCall& call) {
  if (call.request.Path() != "/_rowhouse/health") {
    return AnswerFailure(call, Error(ErrorCode::kResourceNotFound, "There is no such admin route.",
                                     ErrorStage::kFrontEnd));
  }
  if (call.request.method != "GET") {
    return AnswerFailure(call, Error(ErrorCode::kUnsupportedHttpVerb));
  }
  Answer(call, PlainJson(200, R"({"status":"ok","version":")" ROWHOUSE_VERSION R"("})"));
}

}  // namespace rowhouse::http
