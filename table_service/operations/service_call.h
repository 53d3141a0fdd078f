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
#include "table_service/traffic/request_meter.h"
#include "table_service/wire/message.h"

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace rowhouse::operations {

class Traffic;

// What the router found out, for the handlers. Views point into `request`, so a call stays
// where it was made.
struct ServiceCall {
  // `traffic_service` (perhaps null) is told what becomes of the call.
  ServiceCall(wire::Request request_, wire::Responder responder, Traffic* traffic_service);
  ServiceCall(const ServiceCall&) = delete;
  ServiceCall& operator=(const ServiceCall&) = delete;

  wire::Request request;
  wire::Responder respond;  // empty once the call has been answered
  std::string request_id;   // a GUID
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
  QueryOptions options;
  AnswerFormat format;
  AccountAddress address;
  ResourceAddress resource;
  std::string method;  // X-HTTP-Method applied
  AccessGrant grant;
  AccountPtr account;                    // null while it is not known
  store::AccountStore* store = nullptr;  // that of the account
  RequestKind kind = RequestKind::kOther;
  Traffic* traffic;

  // For encoding entities and tables at the level that was asked for.
  WireContext Wire(std::string_view table) const;
};
using CallPtr = std::shared_ptr<ServiceCall>;

// A data-layer answer with the headers that all of them have (spec 3.2).
wire::Response DataLayerAnswer(int status);

// Completes `response` with the common headers, logs it at debug level and sends it. Call it once.
void Answer(ServiceCall& call, wire::Response response);
void AnswerFailure(ServiceCall& call, const Error& error);

// For a call on which something has thrown: InternalError, unless it has been answered.
void AnswerAfterException(ServiceCall& call);

// Runs `work`, a part of what answers `call`, so that what it throws is logged and answered.
template <class Work>
void RunCall(ServiceCall& call, Work&& work) noexcept {
  if (RunGuarded("request", call.request_id, work)) return;
  RunGuarded("the answer to request", call.request_id, [&] { AnswerAfterException(call); });
}
// The same on a worker thread.
template <class Work>
void PostCall(WorkerPool& workers, const CallPtr& call, Work work) {
  workers.Post([call, work = std::move(work)] { RunCall(*call, work); });
}

// True for "YYYY-MM-DD" of a plausible date: the form of x-ms-version.
bool IsVersionDate(std::string_view text);

}  // namespace rowhouse::operations
