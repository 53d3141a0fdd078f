#pragma once
// What an answer of 405 says is allowed instead (RFC 9110 15.5.6).

#include "table_service/operations/service_call.h"

#include <string_view>

namespace rowhouse::operations {

// The value of Allow for the resource that `call` addresses. The address need not be parsed yet.
std::string_view AllowedMethods(const ServiceCall& call);

}  // namespace rowhouse::operations
