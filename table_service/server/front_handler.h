#pragma once
// Serves the table service and the admin service on one port.

#include "table_service/admin/admin_service.h"
#include "table_service/wire/message.h"

namespace rowhouse::server {

// Passes paths under /_rowhouse/ and what browsers ask for to the admin service, and all other
// requests to the table service.
// Thread-safe. Both services must outlive it.
class FrontHandler final : public wire::Handler {
 public:
  FrontHandler(admin::AdminService& admin, wire::Handler& tables)
      : admin_(admin), tables_(tables) {}

  void Handle(wire::Request request, wire::Responder respond) override;
  // Answers always in the form of the table service, since the path may not have been read.
  wire::Response Refuse(const wire::Request& request, ErrorCode code) override;
  std::optional<wire::Response> CheckHead(const wire::Request& head) override;

 private:
  admin::AdminService& admin_;
  wire::Handler& tables_;
};

}  // namespace rowhouse::server
