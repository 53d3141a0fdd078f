#pragma once
// A request as it came in, and what every answer to it has in common.

#include "table_service/wire/message.h"

#include <chrono>
#include <string>
#include <string_view>

namespace rowhouse::wire {

// Threads: one after the other.
class Arrival {
 public:
  Arrival(Request request_, Responder respond);

  // Call it once.
  void Respond(Response response) const;
  bool IsAnswered() const { return !respond_; }

  const Request request;
  const std::string id;  // x-ms-request-id: a GUID
  const std::chrono::steady_clock::time_point begin;

 private:
  mutable Responder respond_;  // empty once it was called: the answer is no part of what came in
};

// Server and the x-ms- headers that each answer has. `version` is what the client speaks; one that
// is not a date is not repeated.
void AddCommonHeaders(const Arrival& arrival, std::string_view version, Response& response);

// True for "YYYY-MM-DD" of a plausible date: the form of x-ms-version.
bool IsVersionDate(std::string_view text);

}  // namespace rowhouse::wire
