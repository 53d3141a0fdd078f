#pragma once
// An Error in the shapes of the wire. Spec 0.2, 8.5, 9.1.

#include "batch/entity_write.h"
#include "entity/error.h"
#include "table_service/operations/content_negotiation.h"
#include "table_service/wire/message.h"

#include <chrono>
#include <string>
#include <string_view>

namespace rowhouse::operations {

// What the answer to an error depends on besides the error.
struct ErrorContext {
  AnswerFormat format;
  std::string_view request_id;                // repeated in the text
  std::chrono::system_clock::time_point now;  // likewise
  Preference preference = Preference::kNone;  // echoed where the service echoes it
};

// Status, reason, body and the headers that the error decides; the common headers are not there
// yet.
wire::Response AnswerError(const Error& error, const ErrorContext& context);

// The parts of it, for the error part of a batch: `message` is the error's text with its index.
std::string_view DataLayerErrorType(const AnswerFormat& format);
std::string DataLayerErrorBody(ErrorCode code, std::string_view message,
                               const ErrorContext& context);

}  // namespace rowhouse::operations
