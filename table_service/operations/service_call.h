#pragma once
// One request to the table service, from its receipt to its answer.

#include "base/guarded.h"
#include "base/worker_pool.h"
#include "entity/resource_address.h"
#include "table_service/accounts/account_address.h"
#include "table_service/accounts/account_directory.h"
#include "table_service/auth/access_grant.h"
#include "table_service/operations/content_negotiation.h"
#include "table_service/operations/query_options.h"
#include "table_service/wire/received_request.h"

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace rowhouse {
class Traffic;
}

namespace rowhouse::operations {

struct RestOperation;

// The objects that all calls of a service share. They outlive the calls.
struct ServiceContext {
  Traffic& traffic;
  WorkerPool& workers;
  std::function<std::chrono::system_clock::time_point()> now;
};

// The operation that an authenticated request asks for.
struct CallTarget {
  AccessGrant grant = {};
  ResourceAddress resource = {};
  std::string method = {};                   // X-HTTP-Method applied
  const RestOperation* operation = nullptr;  // null: no such operation
};

// A request with the results of the stages before its handler, which cannot change them. Views
// point into `request`, so a call is neither copied nor moved.
struct ServiceCall : wire::ReceivedRequest {
  ServiceCall(wire::Request request_, wire::Responder responder, const ServiceContext& context);
  ServiceCall(const ServiceCall&) = delete;
  ServiceCall& operator=(const ServiceCall&) = delete;

  const ServiceContext& service;
  const QueryOptions options;
  AnswerFormat format;

  // Set once the account is found.
  AccountAddress address;
  AccountPtr account;
  store::AccountStore* store = nullptr;  // that of the account

  // Set once the request is admitted.
  CallTarget target;

  // Returns the context for writing entities and tables at the requested metadata level.
  WireContext Wire(std::string_view table) const;
};
using CallPtr = std::shared_ptr<const ServiceCall>;

// Returns a data-layer answer with the headers that all such answers have (spec 3.2).
wire::Response DataLayerAnswer(int status);

// What a failure is called and why it happened, for the operator. Views are used during the call.
struct FailureNote {
  std::string_view code = {};
  std::string_view reason = {};
};

// Completes an answer with the common headers, logs it at debug level, notes it for the operator
// and sends it. One of these must be called, once. Without a `reason` the operator is told the
// error's detail, or else its message.
void Answer(const ServiceCall& call, wire::Response response, const FailureNote& note = {});
void AnswerFailure(const ServiceCall& call, const Error& error, std::string_view reason = {});

// Answers with InternalError after an exception, unless the call has been answered.
void AnswerAfterException(const ServiceCall& call);

// Runs `work`, a step of answering `call`. Logs and answers any exception.
template <class Work>
void RunCall(const ServiceCall& call, Work&& work) noexcept {
  if (RunGuarded("request", call.id, work)) return;
  RunGuarded("answering request", call.id, [&] { AnswerAfterException(call); });
}
// Likewise on a worker thread.
template <class Work>
void PostCall(const CallPtr& call, Work work) {
  call->service.workers.Post([call, work = std::move(work)] { RunCall(*call, work); });
}

}  // namespace rowhouse::operations
