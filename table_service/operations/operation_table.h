#pragma once
// The one table of the REST operations. Routing, authorization, the Allow header, metrics and
// throttling all read its rows; nothing else decides what a method on an address means.

#include "entity/entity_key.h"
#include "table_service/auth/access_grant.h"
#include "table_service/operations/query_options.h"
#include "table_service/operations/service_call.h"
#include "table_service/traffic/request_meter.h"

#include <array>
#include <string>
#include <string_view>

namespace rowhouse::operations {

// One row: how a request is recognized as the operation, and how it is carried out.
struct RestOperation {
  using Handler = void (*)(const CallPtr&);
  enum class If : std::uint8_t { kAnyCondition, kConditional, kUnconditional };  // If-Match
  enum class Thread : std::uint8_t { kIo, kWorker };  // kIo: not longer than a point read
  enum class Admission : std::uint8_t {
    kAsRequest,  // AdmitRequest() before the handler
    kByHandler   // by the partition that it touches, which the handler knows
  };

  std::array<std::string_view, 3> methods = {};  // effective; none: every other method
  ResourceAddress::Kind resource;
  std::string_view comp = {};  // empty: without
  std::string_view restype = {};
  If condition = If::kAnyCondition;
  SasRequirement needs = {};
  RequestKind metric;
  Thread thread = Thread::kIo;
  Admission admission = Admission::kByHandler;
  bool answers_body = false;  // in a form that the client chooses by Accept (spec 3.4)
  bool needs_length = false;  // an empty body must have been meant (spec 3.8)
  Handler handle;
};

// The operation that the effective `method` asks of `resource`; null: there is none. `options` are
// those of the query string (comp and restype count, in any case), `headers` those of the request.
const RestOperation* FindOperation(std::string_view method, ResourceAddress::Kind resource,
                                   const QueryOptions& options, const HeaderList& headers);
// The same for one request of a batch, which holds operations on entities only.
const RestOperation* FindPartOperation(std::string_view method, ResourceAddress::Kind resource,
                                       const HeaderList& headers);

// Whether `grant` allows `operation` on `table`; the keys are looked at later, where they are
// known. No operation (null) is allowed with full access only: it is refused as what it is.
Status AuthorizeOperation(const AccessGrant& grant, const RestOperation* operation,
                          std::string_view table);

// False for a verb that no operation has.
bool IsServiceVerb(std::string_view method);
// Whether the comp (and restype) of `options` are any that `resource` has. True without comp.
bool IsKnownComp(ResourceAddress::Kind resource, const QueryOptions& options);

// Why a method that FindOperation() does not find is refused.
Error NoSuchOperation(ResourceAddress::Kind resource, const QueryOptions& options);
// The value of Allow in an answer of 405 (RFC 9110 15.5.6). `encoded_path` need not be an address.
std::string AllowedMethods(std::string_view encoded_path, const QueryOptions& options);

}  // namespace rowhouse::operations
