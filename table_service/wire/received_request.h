#pragma once
// A received request, and the headers that all answers to it have.

#include "table_service/wire/message.h"

#include <chrono>
#include <string>
#include <string_view>

namespace rowhouse::wire {

// Used by one thread at a time.
class ReceivedRequest {
 public:
  ReceivedRequest(Request request_, Responder respond);

  // Must be called exactly once.
  void Respond(Response response) const;
  bool IsAnswered() const { return !respond_; }

  const Request request;
  const std::string id;  // x-ms-request-id: a GUID
  const std::chrono::steady_clock::time_point begin;

 private:
  mutable Responder respond_;  // empty once called; mutable as it is not part of the request
};

// Adds Server and the x-ms- headers that every answer has. `version` is the version that the client
// asked for; it is left out unless it is a date.
void AddCommonHeaders(const ReceivedRequest& received, std::string_view version,
                      Response& response);

// Returns true for a plausible date of the form "YYYY-MM-DD", as in x-ms-version.
bool IsVersionDate(std::string_view text);

}  // namespace rowhouse::wire
