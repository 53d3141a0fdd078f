#pragma once
// One debug line for each answer, without secrets.

#include "table_service/http/message.h"

#include <string>
#include <string_view>

namespace rowhouse::http {

struct ServiceCall;

// "GET /devstoreaccount1/orders() 200 1532 bytes 0.4 ms <request id>". Costs nothing unless the
// debug level is on.
void LogAnswer(const ServiceCall& call, const Response& response);

// `target` with every signature of its query (name and value) replaced by "***".
std::string WithoutSignature(std::string_view target);

}  // namespace rowhouse::http
