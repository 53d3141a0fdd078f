#pragma once
// The admin routes as a service beside the table service: who calls, which route, and its answer.

#include "base/worker_pool.h"
#include "table_service/accounts/account_directory.h"
#include "table_service/admin/admin_access.h"
#include "table_service/admin/admin_call.h"
#include "table_service/admin/admin_routes.h"
#include "table_service/auth/shared_key.h"
#include "table_service/wire/received_request.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace rowhouse::admin {

struct AdminOptions {
  AuthPolicy auth = {};
  AdminPolicy policy = {};
  store::Backups* backups = nullptr;  // null: there are none
  std::size_t worker_threads = 2;
  std::function<std::chrono::system_clock::time_point()> clock = std::chrono::system_clock::now;
};

// Threads: all calls may overlap.
// Lifetime: what it is made of must outlive it.
class AdminService {
 public:
  AdminService(const AccountDirectory& accounts, Traffic& traffic, AdminOptions options);

  // Like those of wire::Handler, for requests whose path IsAdminPath().
  void Handle(wire::Request request, wire::Responder respond);
  std::optional<wire::Response> CheckHead(const wire::Request& head);

 private:
  struct AdmittedRequest {
    const AdminRoute* route = nullptr;
    AdminGrant grant = {};
  };

  using ReceivedRequestPtr = std::shared_ptr<const wire::ReceivedRequest>;

  // Runs `work`, a part of what answers `received`, so that what it throws is logged and answered.
  template <class Work>
  void Guard(const wire::ReceivedRequest& received, Work&& work) const noexcept;
  void Serve(const ReceivedRequestPtr& received);
  AdminResult<AdmittedRequest> Admit(const wire::Request& request) const;
  wire::Response Run(const AdmittedRequest& admitted, const wire::Request& request) const;
  // Completes `response` with the common headers, logs, counts and sends it.
  void Answer(const wire::ReceivedRequest& received, wire::Response response) const;

  const AdminServices services_;
  const AdminOptions options_;
  WorkerPool workers_;  // last: its threads use the members above
};

}  // namespace rowhouse::admin
