#pragma once
// One request on its way to its answer.

#include "base/guarded.h"
#include "base/worker_pool.h"
#include "entity/resource_address.h"
#include "table_service/accounts/account_address.h"
#include "table_service/accounts/account_directory.h"
#include "table_service/auth/access_grant.h"
#include "table_service/operations/content_negotiation.h"
#include "table_service/operations/query_options.h"
#include "table_service/wire/arrival.h"

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

// What the calls of a service share. It outlives them.
struct ServiceContext {
  Traffic& traffic;  // is told what becomes of a call
  WorkerPool& workers;
  std::function<std::chrono::system_clock::time_point()> now;
};

// What an authentic request asks for.
struct CallTarget {
  AccessGrant grant = {};
  ResourceAddress resource = {};
  std::string method = {};                   // X-HTTP-Method applied
  const RestOperation* operation = nullptr;  // null: there is none
};

// A request on its way. Handlers see what the stages before them have found out, and change nothing
// of it. Views point into `request`, so a call stays where it was made.
struct ServiceCall : wire::Arrival {
  ServiceCall(wire::Request request_, wire::Responder responder, const ServiceContext& context);
  ServiceCall(const ServiceCall&) = delete;
  ServiceCall& operator=(const ServiceCall&) = delete;

  const ServiceContext& service;
  const QueryOptions options;
  AnswerFormat format;

  // Once the account is found.
  AccountAddress address;
  AccountPtr account;
  store::AccountStore* store = nullptr;  // that of the account

  // Once the request is admitted.
  CallTarget target;

  // For encoding entities and tables at the level that was asked for.
  WireContext Wire(std::string_view table) const;
};
using CallPtr = std::shared_ptr<const ServiceCall>;

// A data-layer answer with the headers that all of them have (spec 3.2).
wire::Response DataLayerAnswer(int status);

// Completes `response` with the common headers, logs it at debug level and sends it. Call it once.
void Answer(const ServiceCall& call, wire::Response response);
void AnswerFailure(const ServiceCall& call, const Error& error);

// For a call on which something has thrown: InternalError, unless it has been answered.
void AnswerAfterException(const ServiceCall& call);

// Runs `work`, a part of what answers `call`, so that what it throws is logged and answered.
template <class Work>
void RunCall(const ServiceCall& call, Work&& work) noexcept {
  if (RunGuarded("request", call.id, work)) return;
  RunGuarded("the answer to request", call.id, [&] { AnswerAfterException(call); });
}
// The same on a worker thread.
template <class Work>
void PostCall(const CallPtr& call, Work work) {
  call->service.workers.Post([call, work = std::move(work)] { RunCall(*call, work); });
}

}  // namespace rowhouse::operations
