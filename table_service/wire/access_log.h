#pragma once
// One debug line for each answer, without secrets.

#include "table_service/wire/arrival.h"

#include <string>
#include <string_view>

namespace rowhouse::wire {

// "GET /devstoreaccount1/orders() 200 1532 bytes 0.4 ms <request id>". Costs nothing unless the
// debug level is on.
void LogAnswer(const Arrival& arrival, const Response& response);

// `target` with every signature (name and value) replaced by "***", also where a client has encoded
// a query that it should not have: as a part of the path, as HTML, or inside another parameter.
std::string WithoutSignature(std::string_view target);

// `text` on one line: a control character as "\n" or "\x1b", so that no client can write lines of
// its own into the log.
std::string OneLine(std::string_view text);

}  // namespace rowhouse::wire
