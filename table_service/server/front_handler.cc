#include "table_service/server/front_handler.h"

#include <utility>

namespace rowhouse::server {

void FrontHandler::Handle(wire::Request request, wire::Responder respond) {
  if (!admin::IsAdminRequest(request)) {
    return tables_.Handle(std::move(request), std::move(respond));
  }
  admin_.Handle(std::move(request), std::move(respond));
}

wire::Response FrontHandler::Refuse(const wire::Request& request, ErrorCode code) {
  return tables_.Refuse(request, code);
}

std::optional<wire::Response> FrontHandler::CheckHead(const wire::Request& head) {
  return admin::IsAdminRequest(head) ? admin_.CheckHead(head) : tables_.CheckHead(head);
}

}  // namespace rowhouse::server
