#pragma once
// Turns an Error into an answer. Spec 0.2, 8.5, 9.1.

#include "batch/entity_write.h"
#include "entity/error.h"
#include "table_service/operations/content_negotiation.h"
#include "table_service/wire/message.h"

#include <chrono>
#include <string>
#include <string_view>

namespace rowhouse::operations {

// The inputs on which the answer to an error depends, besides the error.
struct ErrorContext {
  AnswerFormat format;
  std::string_view request_id;                // appended to the text
  std::chrono::system_clock::time_point now;  // likewise
  Preference preference = Preference::kNone;  // echoed in the cases in which the service does so
};

// Returns an answer with status, reason, body and the headers that depend on the error, without the
// common headers.
wire::Response AnswerError(const Error& error, const ErrorContext& context);

// Return the parts of such an answer, for the error part of a batch. `message` is the error's text
// with its index.
std::string_view DataLayerErrorType(const AnswerFormat& format);
std::string DataLayerErrorBody(ErrorCode code, std::string_view message,
                               const ErrorContext& context);

}  // namespace rowhouse::operations
