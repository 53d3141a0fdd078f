#pragma once
// The table service without sockets: authenticates and routes requests and calls the handlers. If
// several errors apply, the order of spec 9.4 decides.

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

// Thread-safe. Accounts and traffic must outlive the service; the service must outlive the server
// that uses it.
class TableService final : public wire::Handler {
 public:
  TableService(const AccountDirectory& accounts, Traffic& traffic, ServiceOptions options);

  void Handle(wire::Request request, wire::Responder respond) override;
  wire::Response Refuse(const wire::Request& request, ErrorCode code) override;
  // Answers requests that Handle() would refuse because of the head alone, and preflights.
  std::optional<wire::Response> CheckHead(const wire::Request& head) override;
  // Returns the number of calls that wait for a worker thread.
  std::size_t WaitingCalls() const { return workers_.Waiting(); }

 private:
  void Serve(const std::shared_ptr<ServiceCall>& call);
  // Makes all checks that precede the operation.
  Status Admit(ServiceCall& call);
  Status FindAccount(ServiceCall& call) const;
  // Returns the rights that the Authorization header, or else the shared access signature in the
  // query, grants.
  Result<AccessGrant> Authenticate(const ServiceCall& call) const;
  Status CheckSharedKey(const ServiceCall& call) const;
  void LogUnknownAccount(const ServiceCall& call);
  // Runs the operation of `call`, or refuses the call if there is no such operation.
  void Run(const CallPtr& call);

  const AccountDirectory& accounts_;
  const ServiceOptions options_;
  std::atomic<int> unknown_account_warnings_ = 0;
  const ServiceContext context_;
  WorkerPool workers_;  // must be last: its threads use the members above
};

}  // namespace rowhouse::operations
