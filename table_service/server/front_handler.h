#pragma once
// Joins the two services behind one port.

#include "table_service/admin/admin_service.h"
#include "table_service/wire/message.h"

namespace rowhouse::server {

// Sends paths under /_rowhouse/ to the admin service and all else to the table service.
// Threads: all calls may overlap. Lifetime: both services must outlive it.
class FrontHandler final : public wire::Handler {
 public:
  FrontHandler(admin::AdminService& admin, wire::Handler& tables)
      : admin_(admin), tables_(tables) {}

  void Handle(wire::Request request, wire::Responder respond) override;
  // Always in the form of the table service: what was read may have no path.
  wire::Response Refuse(const wire::Request& request, ErrorCode code) override;
  std::optional<wire::Response> CheckHead(const wire::Request& head) override;

 private:
  admin::AdminService& admin_;
  wire::Handler& tables_;
};

}  // namespace rowhouse::server
