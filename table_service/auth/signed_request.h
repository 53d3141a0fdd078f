#pragma once
// From a request to what its signature covers.

#include "table_service/auth/shared_key.h"
#include "table_service/wire/message.h"

namespace rowhouse {

// Views into `request`.
SignedRequest ToSignedRequest(const wire::Request& request);

}  // namespace rowhouse
