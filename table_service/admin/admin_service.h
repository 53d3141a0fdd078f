#pragma once
// The admin routes as a service beside the table service: authorizes requests and calls the routes.

#include "base/worker_pool.h"
#include "table_service/accounts/account_directory.h"
#include "table_service/admin/admin_access.h"
#include "table_service/admin/admin_call.h"
#include "table_service/admin/admin_routes.h"
#include "table_service/admin/table_sizes.h"
#include "table_service/auth/shared_key.h"
#include "table_service/console/assets.h"
#include "table_service/wire/received_request.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace rowhouse::admin {

struct AdminOptions {
  AuthPolicy auth = {};
  AdminPolicy policy = {};
  store::Backups* backups = nullptr;  // null: backups are not supported
  console::Assets console = {};       // empty: browsers get a plain page
  std::size_t worker_threads = 2;
  ServerFigures server = {};
  std::function<std::chrono::system_clock::time_point()> clock = std::chrono::system_clock::now;
};

// Returns true for the requests that AdminService serves: those to a path under /_rowhouse/, which
// no account can have, and those of web_pages.h.
bool IsAdminRequest(const wire::Request& request);

// Thread-safe. The constructor's arguments must outlive it.
class AdminService {
 public:
  AdminService(const AccountDirectory& accounts, Traffic& traffic, AdminOptions options);

  // Like the functions of wire::Handler. REQUIRES: IsAdminRequest()
  void Handle(wire::Request request, wire::Responder respond);
  std::optional<wire::Response> CheckHead(const wire::Request& head);

 private:
  struct AdmittedRequest {
    const AdminRoute* route = nullptr;
    AdminGrant grant = {};
  };

  using ReceivedRequestPtr = std::shared_ptr<const wire::ReceivedRequest>;

  // Runs `work`, a step of answering `received`. Logs and answers any exception.
  template <class Work>
  void Guard(const wire::ReceivedRequest& received, Work&& work) const noexcept;
  void Serve(const ReceivedRequestPtr& received);
  AdminResult<AdmittedRequest> Admit(const wire::Request& request) const;
  wire::Response Run(const AdmittedRequest& admitted, const wire::Request& request) const;
  // Completes `response` with the common headers, logs, counts and sends it.
  void Answer(const wire::ReceivedRequest& received, wire::Response response) const;

  const AdminOptions options_;
  TableSizes sizes_;
  const AdminServices services_;
  WorkerPool workers_;  // must be last: its threads use the members above
};

}  // namespace rowhouse::admin
