#pragma once
// A request as it came in, and what every answer to it has in common.

#include "table_service/wire/message.h"

#include <chrono>
#include <string>
#include <string_view>

namespace rowhouse::wire {

struct Arrival {
  Arrival(Request request_, Responder respond_);

  Request request;
  Responder respond;  // call it once
  std::string id;     // x-ms-request-id: a GUID
  std::chrono::steady_clock::time_point begin;
};

// Server and the x-ms- headers that each answer has. `version` is what the client speaks; one that
// is not a date is not repeated.
void AddCommonHeaders(const Arrival& arrival, std::string_view version, Response& response);

// True for "YYYY-MM-DD" of a plausible date: the form of x-ms-version.
bool IsVersionDate(std::string_view text);

}  // namespace rowhouse::wire
