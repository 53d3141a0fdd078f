#pragma once
// The table of the REST operations. Routing, authorization, the Allow header, metrics and
// throttling all read its rows; nothing else decides which operation a request is. (The parts of a
// batch are not requests: batch/entity_write.h.)

#include "batch/entity_write.h"
#include "entity/entity_key.h"
#include "table_service/auth/access_grant.h"
#include "table_service/operations/query_options.h"
#include "table_service/operations/service_call.h"
#include "table_service/traffic/request_meter.h"

#include <array>
#include <string>
#include <string_view>

namespace rowhouse::operations {

// One row of the table: how a request for the operation is recognized, and how it is executed.
struct RestOperation {
  using Handler = void (*)(const CallPtr&);
  enum class IfMatchRule : std::uint8_t { kAny, kPresent, kAbsent };
  enum class Thread : std::uint8_t { kIo, kWorker };  // kIo: takes no longer than a point read
  enum class Admission : std::uint8_t {
    kAsRequest,  // by AdmitRequest(), before the handler is called
    kByHandler   // by the handler, which knows the partition
  };

  std::array<std::string_view, 3> methods = {};  // effective ones; none: all others
  ResourceAddress::Kind resource;
  std::string_view comp = {};  // empty: no comp
  std::string_view restype = {};
  IfMatchRule if_match = IfMatchRule::kAny;
  SasRequirement needs = {};
  RequestKind metric;
  Thread thread = Thread::kIo;
  Admission admission = Admission::kByHandler;
  bool answers_body = false;  // in a form that the client chooses by Accept (spec 3.4)
  bool needs_length = false;  // an empty body must be explicit (spec 3.8)
  Handler handle;
};

// Returns the operation that the effective `method` means for `resource`, or null if there is none.
// `options` is the query string, of which comp and restype are used (values in any case); `headers`
// are those of the request.
const RestOperation* FindOperation(std::string_view method, ResourceAddress::Kind resource,
                                   const QueryOptions& options, const WriteHeaders& headers);
// Likewise for one request of a batch, which can contain only operations on entities.
const RestOperation* FindPartOperation(std::string_view method, ResourceAddress::Kind resource,
                                       const WriteHeaders& headers);

// Checks that `grant` allows `operation` on `table`; the keys are checked later, once they are
// known. Null (no such operation) is allowed with full access only, so that it is refused as
// unknown later.
Status AuthorizeOperation(const AccessGrant& grant, const RestOperation* operation,
                          std::string_view table);

// Returns true if any operation has this method.
bool IsServiceVerb(std::string_view method);
// Returns true if `resource` has an operation with the comp (and restype) of `options`, or if there
// is no comp.
bool IsKnownComp(ResourceAddress::Kind resource, const QueryOptions& options);

// Returns the error for a request for which FindOperation() returned null.
Error NoSuchOperation(ResourceAddress::Kind resource, const QueryOptions& options);
// Returns the value of Allow for a 405 answer (RFC 9110 15.5.6). `encoded_path` need not be a valid
// address.
std::string AllowedMethods(std::string_view encoded_path, const QueryOptions& options);

}  // namespace rowhouse::operations
