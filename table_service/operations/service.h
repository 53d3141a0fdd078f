#pragma once
// The table service above the sockets: authenticates, routes, and calls the handlers. Which error
// wins when several apply is the order of spec 9.4.

#include "base/worker_pool.h"
#include "table_service/accounts/account_directory.h"
#include "table_service/auth/shared_key.h"
#include "table_service/operations/service_call.h"
#include "table_service/traffic/traffic.h"
#include "table_service/wire/message.h"

#include <atomic>
#include <functional>

namespace rowhouse::operations {

struct ServiceOptions {
  AuthPolicy auth = {};
  std::vector<std::string> hosts = {};  // names of this machine, in lower case
  std::size_t worker_threads = 4;       // for queries and for creating and deleting tables
  std::function<std::chrono::system_clock::time_point()> clock = std::chrono::system_clock::now;
};

// Threads: all calls may overlap.
// Lifetime: accounts and traffic must outlive the service, the service the server that serves it.
class TableService final : public wire::Handler {
 public:
  TableService(const AccountDirectory& accounts, Traffic& traffic, ServiceOptions options);

  void Handle(wire::Request request, wire::Responder respond) override;
  wire::Response Refuse(const wire::Request& request, ErrorCode code) override;
  // Refuses what Handle() would refuse for its head alone, and answers what needs no body.
  std::optional<wire::Response> CheckHead(const wire::Request& head) override;

 private:
  void Serve(const std::shared_ptr<ServiceCall>& call);
  // Everything that is decided before an operation is looked at.
  Status Admit(ServiceCall& call);
  Status FindAccount(ServiceCall& call) const;
  // What the Authorization header, or else the shared access signature in the query, allows.
  Result<AccessGrant> Authenticate(const ServiceCall& call) const;
  Status CheckSharedKey(const ServiceCall& call) const;
  void LogUnknownAccount(const ServiceCall& call);
  // Runs the operation of `call`, or refuses what is no operation.
  void Run(const CallPtr& call);

  const AccountDirectory& accounts_;
  const ServiceOptions options_;
  std::atomic<int> unknown_account_warnings_ = 0;
  const ServiceContext context_;
  WorkerPool workers_;  // last: its threads use the members above
};

}  // namespace rowhouse::operations
