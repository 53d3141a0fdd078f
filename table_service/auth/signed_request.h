#pragma once
// Converts a request to the parts that its signature covers.

#include "table_service/auth/shared_key.h"
#include "table_service/wire/message.h"

namespace rowhouse {

// The result has views into `request`.
SignedRequest ToSignedRequest(const wire::Request& request);

}  // namespace rowhouse
