#pragma once
// From a request to the operation that its grant is asked for (spec 2.7).

#include "table_service/auth/shared_key.h"
#include "table_service/operations/service_call.h"

#include <string_view>

namespace rowhouse::operations {

// What of a request its signature covers. Views into it.
SignedRequest ToSignedRequest(const wire::Request& request);

// What the call is counted as. REQUIRES: as AuthorizeCall()
RequestKind KindOf(const ServiceCall& call);

// Whether the grant of `call` allows what it asks for; the keys are looked at later, where they are
// known. What is no operation of the service is allowed with full access only: the router refuses
// it. REQUIRES: resource, method and grant of `call` are known
Status AuthorizeCall(const ServiceCall& call);

// The same for one request of a batch. `method` is the effective one.
Status AuthorizePart(const AccessGrant& grant, std::string_view method,
                     const ResourceAddress& resource, const HeaderList& headers);

}  // namespace rowhouse::operations
