#pragma once
// Logs one debug line for each answer, without secrets.

#include "table_service/wire/received_request.h"

#include <string>
#include <string_view>

namespace rowhouse::wire {

// Logs "GET /devstoreaccount1/orders() 200 1532 bytes 0.4 ms <request id>". Costs nothing unless
// the debug level is enabled.
void LogAnswer(const ReceivedRequest& received, const Response& response);

// Returns `text` on one line, with control characters as "\n" or "\x1b", so that no client can
// inject lines into the log. Hide secrets before: they are found at the beginning of a line, too.
std::string OneLine(std::string_view text);

}  // namespace rowhouse::wire
